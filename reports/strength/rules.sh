#!/bin/sh
# What each rule of a file that builds on another gains, from the root of the repository: the file and a
# copy without the rule, in the same seats with common random numbers, against tables of the file's base
# and against tables of the copy. `rules.csv` has a row for each rule, number of players and opponent.
set -eu
rules=reports/strength/rules.csv
copies=$(mktemp -d)
trap 'rm -r "$copies"' EXIT
echo game,settings,players,policy,decision,rule,against,games,gain,ci_low,ci_high > "$rules"
gain() {
    table=$(pushluck compare "$@" --seed 3001 --quiet --format csv --table comparisons)
    echo "$table" | sed 's/"[^"]*"//g' | awk -F , -v OFS=, -v games="$games" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["figure"] == "win_rate_difference" { print games, $at["value"], $at["ci_low"], $at["ci_high"] }'
}
while read -r game settings policy base games; do
    file=policies/$game/$policy.toml
    rule=0
    grep '^\[\[' "$file" | tr -d '[]' | while read -r decision; do
        rule=$((rule + 1))
        without=$copies/without.toml
        awk -v rule="$rule" '/^\[\[/ { number++ } number != rule' "$file" > "$without"
        for players in 2 3 4; do
            for against in "$base" "$without"; do
                set -- "$game" --policy "$policy" --policy "$without" --against "$against" \
                    --players "$players" --games "$games"
                [ "$settings" = default ] || set -- "$@" --rules "$settings"
                echo "$game,$settings,$players,$policy,$decision,$rule,$(basename "$against" .toml),$(gain "$@")" \
                    >> "$rules"
            done
        done
    done
done <<LIST
eight-seconds default clown-retriever look-ahead 100000
long-shot default chain-reaction value-bettor 3000
eight-seven-central default rescheduler all-round 6000
LIST
