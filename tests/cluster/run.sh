#!/bin/sh
# Plays a run as a job array of 8 shards under a Slurm of its own on this one machine, and compares
# the files with those of a single run; then again with a task killed and requeued on the way. Needs
# root, and Debian's packages, which it installs where they are missing. Run by hand:
#
#   cargo build --release && sudo tests/cluster/run.sh
set -eu
cd "$(dirname "$0")/../.."
binaries=$PWD/target/release
PATH=$binaries:$PATH
command -v slurmctld munged >/dev/null ||
    apt-get install -y --no-install-recommends slurm-wlm munge

base=$(mktemp -d)
cd "$base"
mkdir state spool
host=$(hostname -s)
cat >slurm.conf <<EOF
ClusterName=pushluck
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
KillWait=1
MinJobAge=3600
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool
SlurmctldPidFile=$base/slurmctld.pid
SlurmdPidFile=$base/slurmd.pid
SlurmctldLogFile=$base/slurmctld.log
SlurmdLogFile=$base/slurmd.log
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF="$base/slurm.conf"

stop() {
    for daemon in slurmd slurmctld; do
        [ -e "$base/$daemon.pid" ] && kill "$(cat "$base/$daemon.pid")" || true
    done
}
trap stop EXIT
pgrep -x munged >/dev/null || { mkdir -p /run/munge && chown munge: /run/munge && runuser -u munge munged; }
slurmctld
slurmd
until sinfo -h -o %T | grep -q idle; do sleep 1; done

run="long-shot --policy value-bettor --policy lead-buyer --seed 7 --games ${GAMES:-400k}"
pushluck simulate $run --out whole --quiet >/dev/null
pushluck list cluster-script slurm >run.sh

# Submits the run, lets "$2" happen to it and waits for the merged files.
compare() {
    echo "== $1"
    PARTS=$1.parts OUT=$1 SHARDS=8 sh run.sh $run
    $2
    until [ -e "$1/run.toml" ]; do
        sleep 1
        if squeue -h -o %r | grep -q DependencyNeverSatisfied; then
            echo "a shard failed" && cat slurm-*.out && exit 1
        fi
    done
    diff -r whole "$1" && echo "the same bytes as a single run"
}

requeue_one() {
    # A task that has written its first checkpoint and is not done.
    until [ -n "$(squeue -h -r -t RUNNING -o %i)" ]; do sleep 0.2; done
    task=$(squeue -h -r -t RUNNING -o %i | head -1)
    sleep 2
    scontrol requeue "$task" && echo "requeued $task"
}

compare undisturbed true
compare requeued requeue_one
echo "all good: $base"
