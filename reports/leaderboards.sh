#!/bin/sh
# Writes leaderboard.csv, from the root of the repository: how often each shipped policy wins at tables of 2, 3
# and 4 players where the strongest file plays in every other seat, and how often a search wins there that plays
# on with this file. One game alone:
#
#     sh reports/leaderboards.sh long-shot
set -eu
only=${1:-}
board=reports/leaderboard.csv
head=game,rules,players,against,kind,policy,games,win_rate,ci_low,ci_high
kept=$([ -z "$only" ] || grep -v "^game,\|^$only," "$board" || true)
{ echo "$head"; [ -z "$kept" ] || echo "$kept"; } > "$board"

# Adds the rows of one comparison.
rows() {
    kind=$1
    shift
    [ "$rules" = default ] || set -- "$@" --rules "$rules"
    table=$(pushluck compare "$game" "$@" --against "$strongest" --players "$players" --seed 2026 --quiet \
        --format csv --table rankings)
    echo "$table" | sed -E 's/"(rollout|ismcts)[^"]*"/\1/g; s/"[^"]*"//g' | awk -F , -v OFS=, -v game="$game" -v rules="$rules" \
        -v players="$players" -v against="$strongest" -v kind="$kind" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["figure"] == "win_rate" {
            print game, rules, players, against, kind, $at["policy"], $at["blocks"] * players,
                $at["value"], $at["ci_low"], $at["ci_high"]
        }' >> "$board"
}

# The game, its rules and strongest file; the games of each file; the playouts of both searches, and their games.
board() {
    game=$1 rules=$2 strongest=$3 games=$4 rollouts=$5 playouts=$6 searched=$7
    [ -z "$only" ] || [ "$only" = "$game" ] || return 0
    names=$(ls "policies/$game" | sed -n 's/\.toml$//p' | grep -v '^bet-\|^never-bet')
    files=$(for name in $names random; do echo "--policy $name"; done)
    for players in 2 3 4; do
        # The words of $files are separate on purpose.
        rows file $files --games "$games"
        rows search --policy "rollout:n=$rollouts,base=$strongest" \
            --policy "ismcts:n=$playouts,base=$strongest" --games "$searched"
    done
}
board el-ocho level=2 weigh-the-turn 24000 50 500 240
board eight-seconds default clown-retriever 24000 20 500 120
board long-shot default chain-reaction 2400 10 300 72
board str8-eight default weigh-every-card 1200 40 300 72
board eight-seven-central default rescheduler 2400 10 150 48
