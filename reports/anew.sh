#!/bin/sh
# Makes the reports anew that reports/README.md gives commands for, from the root of the repository.
set -eu
sed -e ':join' -e '/\\$/{N; s/\\\n *//; b join' -e '}' reports/README.md |
    grep '^pushluck .* --out reports/' |
    while read -r command; do
        sh -c "$command --quiet --force" > /dev/null < /dev/null
    done
# Of the matchups at 4 and 8 seats, which are many, only the rows over all of them are kept.
for table in reports/long-shot/[48]-seats/*.csv; do
    awk -F , 'NR == 1 || $5 != "matchup" && $5 != "seat"' "$table" > "$table.kept"
    mv "$table.kept" "$table"
done
