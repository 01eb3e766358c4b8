#!/bin/sh
# Makes the reports of Str8 Eight anew, from the root of the repository.
set -eu
run() {
    folder=$1
    shift
    pushluck simulate str8-eight --seed 2026 --quiet --force --out "reports/str8-eight/$folder" "$@"
}
run 2-seats --games 400
run 4-seats --players 4 --games 400
run hands --rules target=1 --games 2000
