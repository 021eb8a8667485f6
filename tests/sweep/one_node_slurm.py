"""A one-node Slurm cluster: munge, controller and node on the loopback address, with all their
files in a temporary folder, run by the current user. Needs Debian's slurm-wlm and munge, but
neither systemd nor root, and does not affect other clusters on this machine."""

import contextlib
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "scancel", "sinfo"]
CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=defer,sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory={megabytes} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
SECONDS_TO_START = 60


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def missing():
    """The programs that are not installed."""
    return [program for program in PROGRAMS if find(program) is None]


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def write_configuration(folder):
    controller_port, node_port = free_ports(2)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    path = folder / "slurm.conf"
    path.write_text(CONFIGURATION.format(
        host=socket.gethostname().split(".")[0], user=pwd.getpwuid(os.geteuid()).pw_name, folder=folder,
        cores=os.cpu_count(), megabytes=memory // 2**20, controller_port=controller_port, node_port=node_port))
    return path


def start(stack, folder, command):
    """Starts a daemon in the foreground; it is stopped when the stack unwinds."""
    name = pathlib.Path(command[0]).name
    log = stack.enter_context(open(folder / f"{name}.log", "wb"))
    process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    stack.callback(stop, process)
    return process


def stop(process):
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(ready, processes, folder):
    deadline = time.monotonic() + SECONDS_TO_START
    while not ready():
        if time.monotonic() > deadline or any(process.poll() is not None for process in processes):
            logs = [f"--- {log.name}\n{log.read_text(errors='replace')}"
                    for log in sorted(folder.glob("*.log"))]
            sys.exit("Slurm does not start\n" + "\n".join(logs))
        time.sleep(0.2)


@contextlib.contextmanager
def one_node_slurm():
    """While it lasts, SLURM_CONF in the environment names the cluster."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="slurm-")))
        folder.chmod(0o755)  # munge needs its socket to be reachable
        for name in ("state", "spool", "munge"):
            (folder / name).mkdir(mode=0o700)
        key = folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        munge = start(stack, folder, [
            find("munged"), "--foreground", f"--key-file={key}", f"--socket={folder}/munge.socket",
            f"--pid-file={folder}/munge/pid", f"--seed-file={folder}/munge/seed",
            f"--log-file={folder}/munge/log"])
        wait_until((folder / "munge.socket").exists, [munge], folder)

        configuration = write_configuration(folder)
        before = os.environ.get("SLURM_CONF")
        os.environ["SLURM_CONF"] = str(configuration)
        stack.callback(lambda: os.environ.pop("SLURM_CONF") if before is None
                       else os.environ.update(SLURM_CONF=before))
        daemons = [munge, start(stack, folder, [find("slurmctld"), "-D", "-f", configuration]),
                   start(stack, folder, [find("slurmd"), "-D", "-f", configuration])]

        def idle():
            answer = subprocess.run(["sinfo", "--noheader", "--format=%T"], capture_output=True,
                                    text=True, check=False)
            return answer.stdout.strip() == "idle"

        wait_until(idle, daemons, folder)
        yield folder
