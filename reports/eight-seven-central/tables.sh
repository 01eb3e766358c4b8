#!/bin/sh
# Prints what a game is like under the rules of 2006 and with the display, from the tables of the runs.
set -eu
cd "$(dirname "$0")"
echo '| rules | players | decisions a game | about Programs | points a player | $ for Programs | $ earned | $ left | shark rolls a game | that jump | seat 1 wins |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
for rules in auctions display; do
    for players in 2 3 4; do
        folder=$rules-$players
        awk -F, -v OFS=' | ' -v rules=$rules -v players=$players '
            FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["scope"] == "position" && $at["seat"] == 1 && FILENAME ~ /win_rates/ {
                seat_1 = sprintf("%.1f ± %.1f %%", 100 * $at["win_rate"], 196 * $at["std_error"])
            }
            $at["scope"] != "overall" { next }
            FILENAME ~ /win_rates/ { games = $at["games"] / players }
            FILENAME ~ /actions/ && !($at["decision"] in asked) {
                asked[$at["decision"]] = $at["decisions"]
            }
            FILENAME ~ /expected/ { points = sprintf("%.2f ± %.2f", $at["mean"], 1.96 * $at["std_error"]) }
            FILENAME ~ /bust/ {
                rolls = $at["trials"] / games
                jump = sprintf("%.1f ± %.1f %%", 100 * $at["bust_probability"], 196 * $at["std_error"])
            }
            FILENAME ~ /economy/ && $at["item"] == "Programs" { paid += $at["value"] }
            FILENAME ~ /economy/ && $at["figure"] ~ /earned/ { earned += $at["value"] }
            FILENAME ~ /economy/ && $at["item"] == "left" { left = $at["value"] }
            END {
                for (decision in asked) all += asked[decision]
                early = asked["bid"] + asked["amount"] + asked["keep"] + asked["place"] + asked["slot"]
                print "| " rules, players, sprintf("%.0f", all / games), \
                    sprintf("%.0f %%", 100 * early / all), points, sprintf("%.1f", paid), \
                    sprintf("%.1f", earned), sprintf("%.1f", left), sprintf("%.2f", rolls), jump, \
                    seat_1 " |"
            }' "$folder/win_rates.csv" "$folder/actions.csv" "$folder/expected_scores.csv" \
            "$folder/bust_probabilities.csv" "$folder/economy.csv"
    done
done
