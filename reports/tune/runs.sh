#!/bin/sh
# Tunes every policy that comes with the program and has parameters, from the root of the repository:
# each against the field that `tune` takes where none is named, two seats. `tuned.csv` has a row for
# each parameter, with what the tuned policy wins more often than the one it began with, against that
# field and on luck that the search never met; empty where nothing better was found.
set -eu
tuned=reports/tune/tuned.csv
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
echo game,rules,policy,field,games,parameter,start,tuned,difference,ci_low,ci_high,verdict,minutes > "$tuned"
# A table without what is quoted, in which there are commas.
plain() {
    sed 's/"[^"]*"//g' "$1"
}
tune() {
    game=$1 field=$2 games=$3 policy=$4 rules=${5:-}
    since=$(date +%s)
    pushluck tune "$game" --policy "$policy" --against "$field" ${rules:+--rules "$rules"} \
        --games "$games" --seed 2026 --quiet --force --out "$out" > "$out.txt"
    minutes=$(awk -v since="$since" -v now="$(date +%s)" 'BEGIN { printf "%.1f", (now - since) / 60 }')
    found=$(plain "$out/comparisons.csv" | awk -F , -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["figure"] == "win_rate_difference" && $at["scope"] == "overall" {
            print $at["value"], $at["ci_low"], $at["ci_high"], $at["verdict"]
        }')
    case $(head -n 1 "$out.txt") in
        *"had the same wins"*) found=,,,"no effect" ;;
        Nothing*) found=,,,"nothing better" ;;
    esac
    plain "$out/tuned_parameters.csv" | awk -F , -v OFS=, -v found="$found" -v minutes="$minutes" \
        -v run="$game,${rules:-default},$policy,$field,$games" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print run, $at["parameter"], $at["start"], $at["tuned"], found, minutes }' >> "$tuned"
    rm -f "$out.txt"
}
all() {
    game=$1 field=$2 games=$3
    shift 3
    for policy; do
        tune "$game" "$field" "$games" "$policy"
    done
}
all el-ocho weigh-the-risk 2000000 catch-up cautious-leader daredevil dice-aware end-game hold-at \
    keep-few weigh-the-risk
all eight-seconds look-ahead 2000000 hold-out look-ahead token-hoarder token-spender
tune eight-seconds look-ahead 2000000 bet-by-bulls vegas
tune eight-seconds look-ahead 2000000 bet-by-roll vegas
tune eight-seconds look-ahead 2000000 bet-double-down vegas
all eight-seven-central all-round 60000 ad-seller all-round balanced-network bargain-bidder big-spender \
    counter-programmer genre-specialist shark-averse
all long-shot lead-buyer 24000 blocker cheap-buyer concession-engine favourites jockey-sets lead-buyer \
    long-shots no-bets one-horse spread-bets value-bettor
all str8-eight fastest-eight 60000 colour-purist discard-watcher highest-total low-hand-keeper \
    pass-card-spoiler weigh-every-card
