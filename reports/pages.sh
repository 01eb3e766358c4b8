#!/bin/sh
# Fills the tables of the pages from their CSV files, and the date and the version at their end; from the root of
# the repository, with the `pushluck` that made the files:
#
#     sh reports/pages.sh reports/*.md
set -eu
made="Made on $(date -u +%Y-%m-%d) with $(pushluck --version)."

# The leaderboard of a game, the best first.
leaderboard() {
    echo '| policy | 2 players | 3 players | 4 players |'
    echo '|---|---|---|---|'
    awk -F , -v game="$1" '
        $1 == game {
            win[$6, $3] = sprintf("%.1f ± %.1f %%", 100 * $8, 50 * ($10 - $9))
            name[$6] = $5 == "search" ? "a search, `" $6 "`" : "`" $6 "`"
            if ($5 == "search") win[$6, $3] = win[$6, $3] " (" $7 ")"
            if ($3 == 2) rank[$6] = $8
        }
        END {
            for (policy in name)
                printf "%.6f | %s | %s | %s | %s |\n", rank[policy], name[policy], win[policy, 2], win[policy, 3],
                    win[policy, 4]
        }' reports/leaderboard.csv | LC_ALL=C sort -rn | sed 's/^[^|]*//'
}

# Effects of ways to bet and to play the rest, on the win rate.
effects() {
    echo '| way | 2 players | 4 players |'
    echo '|---|---|---|'
    awk -F , '
        $4 == "win_rate" && $7 != "" {
            effect[$3, $1] = sprintf("%+.1f ± %.1f", 100 * $7, 50 * ($10 - $9))
            if ($1 == 2) way[++ways] = $2 ", `" $3 "`"
            if ($1 == 2) key[ways] = $3
        }
        END { for (i = 1; i <= ways; i++) print "| " way[i] " | " effect[key[i], 2] " | " effect[key[i], 4] " |" }
    ' reports/long-shot/factorial/effects.csv
}

# The lowest win rate of each strongest file against tables of one challenger.
strength() {
    echo '| game | file | challengers | 2 players | 3 players | 4 players |'
    echo '|---|---|---|---|---|---|'
    awk -F , '
        NR > 1 {
            key = $1 ($2 == "default" ? "" : ", " $2)
            if (!(key in file)) { file[key] = $4; row[++rows] = key }
            if ($3 == 2) fields[key]++
            if (!((key, $3) in low) || $7 < low[key, $3]) {
                low[key, $3] = $7
                text[key, $3] = sprintf("%.1f ± %.1f %% (`%s`)", 100 * $7, 50 * ($9 - $8), $5)
            }
        }
        END {
            for (i = 1; i <= rows; i++) {
                key = row[i]
                printf "| %s | `%s` | %d |", key, file[key], fields[key]
                printf " %s | %s | %s |\n", text[key, 2], text[key, 3], text[key, 4]
            }
        }' reports/strength/strength.csv
}

# What each learnt rule gains against tables of the base of its file.
rules() {
    echo '| file | rule | 2 players | 3 players | 4 players |'
    echo '|---|---|---|---|---|'
    awk -F , '
        NR > 1 && $7 != "without" {
            key = "`" $4 "` | " $6 ", at `" $5 "`"
            if (!(key in seen)) { seen[key]; row[++rows] = key }
            gain[key, $3] = $9 == "" ? "same actions" : sprintf("%+.2f ± %.2f", 100 * $9, 50 * ($11 - $10))
        }
        END { for (i = 1; i <= rows; i++) { key = row[i]
            print "| " key " | " gain[key, 2] " | " gain[key, 3] " | " gain[key, 4] " |" } }
    ' reports/strength/rules.csv
}

# How long games are, and how often random actions win against the strongest file.
lengths() {
    echo '| game | unit | 2 players | 3 players | 4 players | `random` wins, 2 players |'
    echo '|---|---|---|---|---|---|'
    awk -F , '
        FILENAME ~ /leaderboard/ { if ($3 == 2 && $6 == "random") random[$1] = sprintf("%.1f %%", 100 * $8); next }
        FNR > 1 {
            if (!($1 in unit)) row[++rows] = $1
            unit[$1] = $5
            mean[$1, $3] = $11 == $13 ? $7 : sprintf("%.1f (%d–%d)", $7, $11, $13)
        }
        END { for (i = 1; i <= rows; i++) { game = row[i]
            print "| " game " | " unit[game] " | " mean[game, 2] " | " mean[game, 3] " | " mean[game, 4] " | " \
                random[game] " |" } }
    ' reports/leaderboard.csv reports/lengths.csv
}

# The money and wins of bettors at the table, over the riding policies.
bettors() {
    echo '| betting strategy, in games of four with the others | dollars per game | win rate |'
    echo '|---|---|---|'
    sed 's/"[^"]*"//g' reports/eight-seconds/balance/money.csv | awk -F , '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["scope"] != "all_policies" { next }
        {
            name = $at["bettor"]
            half = ($at["ci_high"] - $at["ci_low"]) / 2
            if (!(name in seen)) { seen[name]; row[++rows] = name }
            if ($at["figure"] == "dollars") money[name] = sprintf("%.2f ± %.2f", $at["value"], half)
            else wins[name] = sprintf("%.1f ± %.1f %%", 100 * $at["value"], 100 * half)
        }
        END { for (i = 1; i <= rows; i++) print "| `" row[i] "` | " money[row[i]] " | " wins[row[i]] " |" }'
}

# Auctions and the display, by number of players.
display() {
    reports/eight-seven-central/tables.sh
}

for page in "$@"; do
    while IFS= read -r line; do
        case $line in
        '<!-- end -->') inside= ;;
        esac
        [ -n "${inside:-}" ] || case $line in
        'Made on '*) echo "$made" ;;
        *) printf '%s\n' "$line" ;;
        esac
        case $line in
        '<!-- end -->') ;;
        '<!-- '*' -->')
            inside=yes
            call=${line#<!-- }
            # The words are the name of a function above, and its argument.
            ${call% -->}
            ;;
        esac
    done < "$page" > "$page.new"
    mv "$page.new" "$page"
done
