#!/bin/sh
# Plays the strongest policy file of every game at tables of 2, 3 and 4 seats against fields of one
# challenger in every other seat, from the root of the repository: every other shipped file, the
# strongest file with one parameter moved (a step and a quarter of its range, up and down), and the
# files of `tests/challengers/GAME`. `tests/challengers/strongest.csv` names the strongest file for
# each game and rules and the games of each field; `strength.csv` has a row for each field.
# Parameters were chosen on seeds below 1000. One game alone, with another seed:
#
#     sh reports/strength/runs.sh 2026 long-shot
set -eu
seed=${1:-3001} only=${2:-}
strength=reports/strength/strength.csv
[ -z "$only" ] || strength=/dev/stdout
echo game,rules,players,policy,challenger,games,win_rate,ci_low,ci_high > "$strength"
# `NAME:PARAMETER=VALUE` for every move of one parameter of a shipped file.
moves() {
    awk -v name="$2" '
        function field(key,  text) {
            text = $0
            sub(".*[{, ]" key " = ", "", text)
            sub("[ ,}].*", "", text)
            return text + 0
        }
        function move(to) {
            to = to < low ? low : to > high ? high : to
            if (to != value && !((parameter, to) in seen)) print name ":" parameter "=" to
            seen[parameter, to]
        }
        /^\[/ { inside = $0 == "[parameters]" }
        inside && / = \{ value = / {
            parameter = $1
            value = field("value"); low = field("min"); high = field("max"); step = field("step")
            quarter = int((high - low) / 4 / step + 0.5) * step
            move(value + step); move(value - step); move(value + quarter); move(value - quarter)
        }' "policies/$1/$2.toml"
}
# The win rate of the first policy; the second, in a field of itself, is even.
field() {
    table=$(pushluck compare "$@" --seed "$seed" --quiet --format csv --table rankings)
    echo "$table" | sed 's/"[^"]*"//g' | awk -F , -v OFS=, -v policy="$policy" -v players="$players" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["policy"] == policy && $at["figure"] == "win_rate" {
            print $at["blocks"] * players, $at["value"], $at["ci_low"], $at["ci_high"]
        }'
}
tail -n +2 tests/challengers/strongest.csv | while IFS=, read -r game rules policy games _; do
    [ -z "$only" ] || [ "$only" = "$game" ] || continue
    {
        ls "policies/$game" | sed -n 's/\.toml$//p' | grep -vx "$policy"
        moves "$game" "$policy"
        ls "tests/challengers/$game"/*.toml
    } | while read -r challenger; do
        set -- "$game" --policy "$policy" --policy "$challenger" --against "$challenger" --games "$games"
        [ "$rules" = default ] || set -- "$@" --rules "$rules"
        for players in 2 3 4; do
            echo "$game,$rules,$players,$policy,$(basename "$challenger" .toml),$(field "$@" --players "$players")" \
                >> "$strength"
        done
    done
done
