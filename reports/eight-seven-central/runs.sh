#!/bin/sh
# Makes the reports of 8/7 Central, from the root of the repository.
set -eu
home=reports/eight-seven-central
run() {
    folder=$1
    shift
    pushluck simulate eight-seven-central --seed 2026 --quiet --force --out "$home/$folder" "$@"
}
# Every policy against every other.
run auctions --players 3 --games 400
run display --players 3 --rules auctions=display --games 400
# The strongest in every seat.
for players in 2 3 4; do
    run auctions-$players --policy all-round --players $players --games 4000
    run display-$players --policy all-round --players $players --rules auctions=display --games 4000
done
"$home/picture.sh" > "$home/decisions.svg"
