#!/bin/sh
# Plays runs of all commands with shards as job arrays under a Slurm of its own on this one machine, and
# compares the files with those of single runs; one of them with a task killed and requeued. Needs
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

pushluck list cluster-script slurm >run.sh

# Submits the run of the other arguments, calls "$2" and waits for the merged files in "$1".
compare() {
    folder=$1 then=$2
    shift 2
    echo "== $folder: pushluck $*"
    [ -e "$folder.whole" ] || pushluck "$@" --out "$folder.whole" --quiet >/dev/null
    PARTS=$folder.parts OUT=$folder SHARDS=8 sh run.sh "$@"
    $then
    until [ -e "$folder/run.toml" ]; do
        sleep 1
        if squeue -h -o %r | grep -q DependencyNeverSatisfied; then
            echo "a shard failed" && cat slurm-*.out && exit 1
        fi
    done
    diff -r "$folder.whole" "$folder" && echo "the same bytes as a single run"
}

requeue_one() {
    # A task that has written its first checkpoint and is not done.
    until [ -n "$(squeue -h -r -t RUNNING -o %i)" ]; do sleep 0.2; done
    task=$(squeue -h -r -t RUNNING -o %i | head -1)
    sleep 2
    scontrol requeue "$task" && echo "requeued $task"
}

simulate="simulate long-shot --policy value-bettor --policy lead-buyer --seed 7 --games ${GAMES:-400k}"
compare undisturbed true $simulate
compare requeued requeue_one $simulate
compare compared true compare eight-seven-central --policy ad-seller --policy random --games 4k
compare swept true sweep str8-eight --policy weigh-every-card --vary greed=0..2:0.5 --games 400
compare balanced true balance eight-seconds --games 4k
compare reviewed true review str8-eight --policy fastest-eight --games 8
compare tuned true tune eight-seven-central --policy bargain-bidder --searches 8 --games 8k
echo "all good: $base"
