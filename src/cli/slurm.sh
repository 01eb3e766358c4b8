#!/bin/sh
# Plays a run as a job array of Slurm, one shard per task, and merges the shards in a job that waits
# for them. It takes a command of pushluck that has --shard, without --out:
#
#   pushluck list cluster-script slurm > run.sh
#   SHARDS=64 OUT=results sh run.sh simulate long-shot --games 1G
#
# SHARDS, CPUS (for each of them), PARTS (the folder of their files) and OUT may be set, and the
# variables of sbatch (SBATCH_PARTITION, SBATCH_TIMELIMIT) apply. A task that is killed and requeued
# resumes from its checkpoint.
set -eu
: "${SHARDS:=8}" "${CPUS:=1}" "${PARTS:=parts}" "${OUT:=results}"
export SHARDS CPUS PARTS OUT

case "${PUSHLUCK_STEP:-submit}" in
submit)
    mkdir -p "$PARTS"
    array=$(PUSHLUCK_STEP=shard sbatch --parsable --requeue --array="1-$SHARDS" \
        --cpus-per-task="$CPUS" "$0" "$@")
    PUSHLUCK_STEP=merge sbatch --dependency="afterok:${array%%;*}" "$0"
    ;;
shard)
    part="$PARTS/$SLURM_ARRAY_TASK_ID.part"
    if [ -e "$part" ]; then keep=--resume; else keep=--checkpoint; fi
    exec pushluck "$@" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" "$keep" "$part" \
        --threads "$CPUS" --quiet
    ;;
merge)
    exec pushluck merge "$PARTS"/*.part --out "$OUT" --quiet
    ;;
esac
