#!/bin/sh
# Draws the decisions of a game, by kind, under the rules of 2006 and with the display.
set -eu
cd "$(dirname "$0")"
for rules in auctions display; do
    for players in 2 3 4; do
        column='FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }'
        games=$(awk -F, "$column"' { print $at["games"]; exit }' "$rules-$players/win_rates.csv")
        awk -F, -v rules=$rules -v players=$players -v seats="$games" "$column"'
            !($at["decision"] in asked) { asked[$at["decision"]] = $at["decisions"] }
            END { for (decision in asked) print rules, players, decision, asked[decision] * players / seats }
        ' "$rules-$players/actions.csv"
    done
done | awk '
    BEGIN {
        split("bid amount keep place slot", early)
        for (i in early) kind[early[i]] = 1
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 250\" font-family=\"sans-serif\" font-size=\"13\">"
        print "<title>Decisions of a game of 8/7 Central</title>"
        print "<rect width=\"760\" height=\"250\" fill=\"#ffffff\"/>"
        print "<rect x=\"170\" y=\"12\" width=\"12\" height=\"12\" fill=\"#4477aa\"/>"
        print "<text x=\"188\" y=\"23\">bidding, choosing and placing Programs</text>"
        print "<rect x=\"470\" y=\"12\" width=\"12\" height=\"12\" fill=\"#ddaa33\"/>"
        print "<text x=\"488\" y=\"23\">actions of turns</text>"
    }
    {
        row = $1 " " $2
        if (!(row in programs)) name[++count] = row
        if ($3 in kind) programs[row] += $4; else { programs[row] += 0; turns[row] += $4 }
    }
    END {
        for (at = 1; at <= count; at++) {
            row = name[at]
            y = 6 + 34 * at
            split(row, part, " ")
            printf "<text x=\"12\" y=\"%d\">%s, %d players</text>\n", y + 16, part[1], part[2]
            wide = 0.7 * programs[row]
            long = 0.7 * turns[row]
            printf "<rect x=\"170\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"#4477aa\"/>\n", y, wide
            printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"#ddaa33\"/>\n", \
                170 + wide, y, long
            printf "<text x=\"%.1f\" y=\"%d\">%.0f</text>\n", 176 + wide + long, y + 16, \
                programs[row] + turns[row]
        }
        print "</svg>"
    }'
