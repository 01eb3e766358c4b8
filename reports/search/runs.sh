#!/bin/sh
# Makes the reports of policies that search anew, from the root of the repository: the best policy file
# of each game against rollouts and tree searches that play on with it, at two seats.
set -eu
run() {
    game=$1 base=$2 rollouts=$3 playouts=$4 games=$5
    shift 5
    pushluck simulate "$game" --policy "$base" --policy "rollout:n=$rollouts,base=$base" \
        --policy "ismcts:n=$playouts,base=$base" --players 2 --games "$games" --seed 2026 --quiet \
        --force --out "reports/search/$game" "$@"
}
run el-ocho weigh-the-risk 50 500 200
run eight-seconds clown-retriever 20 500 100
run long-shot chain-reaction 10 300 60
run str8-eight weigh-every-card 40 1000 1000 --rules target=1
run eight-seven-central rescheduler 10 150 40
