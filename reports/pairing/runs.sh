#!/bin/sh
# Measures what the same luck saves for every game and number of seats, from the root of the repository:
# two policies of one file with a parameter a step apart, against a third. `saved.csv` has
# how many times the games the same interval would take on luck of their own, by figure.
set -eu
out=reports/pairing/saved.csv
echo game,players,policy,versus,field,figure,games,saved > "$out"
saved() {
    game=$1 policy=$2 other=$3 field=$4 games=$5
    for players in 2 3 4; do
        pushluck compare "$game" --policy "$policy" --policy "$other" --against "$field" \
            --players "$players" --games "$games" --seed 2026 --format csv --quiet |
            awk -F , -v players="$players" '
                NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                $at["figure"] ~ /^(win_rate|score)_/ {
                    figure = $at["figure"]; sub(/_difference$/, "", figure)
                    printf "%s,%s,%s,%s,%s,%s,%d,%.2f\n", $at["game"], players, $at["policy"], \
                        $at["versus"], "'"$field"'", figure, $at["blocks"] * players, \
                        $at["variance_ratio"]
                }' >> "$out"
    done
}
saved el-ocho hold-at hold-at:hold=650 weigh-the-risk 24000
saved eight-seconds hold-out hold-out:risk=0.3 look-ahead 24000
saved eight-seven-central balanced-network balanced-network:dollars_per_level=0.9 all-round 12000
saved long-shot favourites favourites:grid=1.25 value-bettor 2400
saved str8-eight weigh-every-card weigh-every-card:greed=3.3 discard-watcher 2400
