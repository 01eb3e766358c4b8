#!/bin/sh
# Makes the reports again, from the root of the repository: every `pushluck … --out reports/…` of the pages and the
# scripts next to their tables, then the tables, dates and versions of the pages. One page alone:
#
#     sh reports/anew.sh long-shot
set -eu
only=${1:-}
wanted() { [ -z "$only" ] || [ "$only" = "$1" ]; }

for page in el-ocho eight-seconds long-shot str8-eight eight-seven-central; do
    wanted "$page" || continue
    sed -e ':join' -e '/\\$/{N; s/\\\n *//; b join' -e '}' "reports/$page.md" |
        grep '^pushluck .* --out reports/' |
        while read -r command; do
            sh -c "$command --quiet --force" > /dev/null < /dev/null
        done
done
if wanted el-ocho; then
    solved=$(mktemp -d)
    for level in 1 2; do
        kept=reports/el-ocho/solved-level-$level
        pushluck solve el-ocho --rules "level=$level" --out "$solved" --force --quiet > /dev/null
        for file in settings.csv stop_map.svg stop_ranges.csv thresholds.csv; do cp "$solved/$file" "$kept"; done
        pushluck solve el-ocho --rules "level=$level" --objective win --out "$solved" --force --quiet > /dev/null
        cp "$solved/win_map.svg" "$kept"
        pushluck card el-ocho --rules "level=$level" --out "$kept/card.html" --force > /dev/null
    done
    rm -r "$solved"
fi
if wanted long-shot; then
    # The matchups at 4 and 8 seats are many, so only the rows over all of them are kept.
    for run in reports/long-shot/[48]-seats; do
        mkdir -p "$run/overall"
        for table in win_rates expected_scores bets income; do
            awk -F , 'NR == 1 || $5 == "overall" || $5 == "position"' "$run/$table.csv" > "$run/overall/$table.csv"
        done
        find "$run" -maxdepth 1 -name '*.csv' ! -name settings.csv -delete
    done
    sh reports/long-shot/factorial.sh 3000
fi
! wanted eight-seven-central || sh reports/eight-seven-central/runs.sh
! wanted checks || { sh reports/strength/runs.sh; sh reports/strength/rules.sh; sh reports/pairing/runs.sh; }
[ "$only" = checks ] || { sh reports/leaderboards.sh "$only"; sh reports/lengths.sh "$only"; }

# The page of a run and the pictures that no page shows are not kept.
find reports -name report.html -delete
for picture in $(find reports -name '*.svg' | sed 's,^reports/,,'); do
    grep -q -r --include='*.md' "$picture" README.md docs reports || rm "reports/$picture"
done
sh reports/pages.sh reports/*.md
