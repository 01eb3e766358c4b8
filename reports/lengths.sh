#!/bin/sh
# Writes lengths.csv, from the root of the repository: how long a game of 2, 3 and 4 players is if the strongest
# file plays every seat. One game alone:
#
#     sh reports/lengths.sh long-shot
set -eu
only=${1:-}
lengths=reports/lengths.csv
head=game,rules,players,policy,unit,n,mean,ci_low,ci_high,min,p5,p50,p95,max
kept=$([ -z "$only" ] || grep -v "^game,\|^$only," "$lengths" || true)
{ echo "$head"; [ -z "$kept" ] || echo "$kept"; } > "$lengths"

# The game, its rules, the file, and the games.
rows() {
    game=$1 rules=$2 policy=$3 games=$4
    [ -z "$only" ] || [ "$only" = "$game" ] || return 0
    set -- --policy "$policy" --games "$games" --seed 2026 --quiet --format csv --table game_lengths
    [ "$rules" = default ] || set -- "$@" --rules "$rules"
    for players in 2 3 4; do
        pushluck simulate "$game" --players "$players" "$@" | sed 's/"[^"]*"//g' | awk -F , -v OFS=, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["scope"] == "overall" {
                print $at["game"], $at["rules"], $at["players"], $at["policy"], $at["unit"], $at["n"], $at["mean"],
                    $at["ci_low"], $at["ci_high"], $at["min"], $at["p5"], $at["p50"], $at["p95"], $at["max"]
            }' >> "$lengths"
    done
}
rows el-ocho level=2 weigh-the-turn 20000
rows eight-seconds default clown-retriever 20000
rows long-shot default chain-reaction 2400
rows str8-eight default weigh-every-card 1200
rows eight-seven-central default rescheduler 2400
