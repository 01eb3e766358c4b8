#!/bin/sh
# Six ways to bet by five ways to play the rest of Long Shot, each against `value-bettor` in every
# other seat: `factorial/cells.csv` holds what `pushluck simulate` wrote of each of them, and
# `factorial/effects.csv` what follows; `factorial/strongest.csv` has the win rates of `value-bettor`
# against each of the others, in every other seat. From the root of the repository, with `pushluck` on the path:
#
#     sh reports/long-shot/factorial.sh 3000
#
# An effect is the mean of the cells of one way less that of `value-bettor`'s way, with equal weights:
# over the ways to play the rest for a way to bet, and the other way round. Every cell is played with a
# seed of its own, so the variance of an effect is the sum of its cells' variances, by their weights
# squared, and its interval 1.96 standard errors to both sides.
set -eu

games=${1:-3000}
out=reports/long-shot/factorial
seed=5000

run=$(mktemp -d)
trap 'rm -r "$run"' EXIT

# Plays one policy against another in every other seat.
against() {
    other=$2
    set -- --policy "$1"
    while [ $# -lt $((2 * players)) ]; do set -- "$@" --policy "$other"; done
    pushluck simulate long-shot "$@" --games "$games" --seed "$seed" --quiet --out "$run" --force > "$run/screen"
}

# The values of columns in a table's first row for the policy: that over all seats (and horses).
row() {
    awk -F , -v policy="$bets" -v columns="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(columns, column, " "); next }
        index($at["policy"], policy) == 1 && !("horse" in at && $at["horse"] != "") {
            for (i = 1; i <= n; i++) printf ",%s", $at[column[i]]
            exit
        }' "$run/$1.csv"
}

echo players,bets,rest,games,win_rate,win_rate_error,score,score_error,staked,returned_on_stake,return_on_stake,return_error \
    > "$out/cells.csv"
for players in 2 4; do
    for bets in value-bettor favourites long-shots spread-bets one-horse no-bets; do
        for rest in grid=1 grid=2 cards=2 sets=3 blocks=2; do
            seed=$((seed + 1))
            against "$bets:$rest" value-bettor
            {
                printf %s "$players,$bets,$rest"
                row win_rates "games win_rate std_error"
                row expected_scores "mean std_error"
                row bets "staked returned_on_stake return_on_stake std_error"
                echo
            } >> "$out/cells.csv"
        done
    done
done

echo players,opponent,games,win_rate,std_error,ci_low,ci_high > "$out/strongest.csv"
bets=value-bettor
for players in 2 4; do
    for other in favourites long-shots spread-bets one-horse no-bets concession-engine cheap-buyer lead-buyer \
        jockey-sets blocker tests/policies/value-bettor-0.1.toml; do
        seed=$((seed + 1))
        against "$bets" "$other"
        {
            printf %s "$players,$(basename "$other" .toml)"
            row win_rates "games win_rate std_error ci_low ci_high"
            echo
        } >> "$out/strongest.csv"
    done
done

awk -F , '
    BEGIN {
        OFS = ","
        figure[5] = "win_rate"; figure[7] = "score"; figure[11] = "return_on_stake"
        print "players,factor,way,figure,cells,mean,effect,std_error,ci_low,ci_high"
    }
    NR > 1 {
        # A way that stakes nothing has no return.
        for (f in figure) if ($f != "") {
            for (i = 2; i <= 3; i++) {
                cell = $1 "," (i == 2 ? "bets" : "rest") "," $i "," figure[f]
                if (!(cell in n)) order[++ways] = cell
                n[cell]++; sum[cell] += $f; variance[cell] += $(f + 1) ^ 2
            }
        }
    }
    END {
        for (w = 1; w <= ways; w++) {
            cell = order[w]
            split(cell, part, ",")
            base = part[1] "," part[2] "," (part[2] == "bets" ? "value-bettor" : "grid=1") "," part[4]
            mean = sum[cell] / n[cell]
            effect = mean - sum[base] / n[base]
            error = sqrt(variance[cell] / n[cell] ^ 2 + variance[base] / n[base] ^ 2)
            if (cell == base) print cell, n[cell], sprintf("%.6g,,,,", mean)
            else print cell, n[cell], sprintf("%.6g,%.6g,%.6g,%.6g,%.6g", mean, effect, error, effect - 1.96 * error, effect + 1.96 * error)
        }
    }' "$out/cells.csv" | sort -t , -k 1,1n -k 4,4r -k 2,2 -s > "$out/effects.csv.new"
{ grep ^players "$out/effects.csv.new"; grep -v ^players "$out/effects.csv.new"; } > "$out/effects.csv"
rm "$out/effects.csv.new"
