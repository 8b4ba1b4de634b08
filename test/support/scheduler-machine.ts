/** The real schedulers of this machine, for a user of their own: systemd in a namespace, and cron. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { launcher } from "./program.ts";

const SYSTEMD = "/lib/systemd/systemd";
const isRoot = process.getuid?.() === 0;

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).error === undefined;
}

/** Why no systemd can run here; false if it can. */
export function skipSystemd(): string | false {
  if (!isRoot) return "not run: only root may give systemd a machine of its own";
  if (!fs.existsSync(SYSTEMD) || !isInstalled("systemd-analyze"))
    return "not run: systemd is not installed";
  const entered = spawnSync("unshare", [
    "-m",
    "--propagation",
    "private",
    "mount",
    "-t",
    "tmpfs",
    "tmpfs",
    "/run",
  ]);
  return entered.status === 0 ? false : "not run: this user may not mount a file system";
}

/**
 * Runs a script of a shell beside a systemd of a user, in which `holdall` is the program. Its runtime folder is its
 * own: the machine's does not see it.
 */
export function besideSystemd(
  home: string,
  script: string,
): { readonly code: number | null; readonly output: string } {
  fs.mkdirSync(home, { recursive: true });
  const started = `set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/user/0 && chmod 700 /run/user/0
${SYSTEMD} --user > /run/log 2>&1 &
trap 'kill %1' EXIT
for _ in $(seq 300); do systemctl --user show-environment > /dev/null 2>&1 && break; sleep 0.1; done
holdall() { '${process.execPath}' '${launcher}' "$@"; }
${script}`;
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["-m", "--propagation", "private", "bash", "-c", started],
    {
      encoding: "utf8",
      timeout: 120_000,
      env: {
        HOME: home,
        PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        XDG_RUNTIME_DIR: "/run/user/0",
      },
    },
  );
  return { code: status, output: `${stdout}${stderr}` };
}

/** Why no crontab can be changed here; false if it can. */
export function skipCron(): string | false {
  if (!isRoot) return "not run: only root has a user whose crontab may be changed";
  return isInstalled("crontab") && findCron() !== null ? false : "not run: cron is not installed";
}

function findCron(): string | null {
  return ["/usr/sbin/cron", "/usr/sbin/crond"].find((file) => fs.existsSync(file)) ?? null;
}

/** Starts cron unless it runs already; what it returns ends it. */
export function startCron(): () => void {
  const names = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isRunning = names.some((id) => /^crond?$/m.test(readText(path.join("/proc", id, "comm"))));
  const program = findCron();
  if (isRunning || program === null) return () => undefined;
  const child: ChildProcess = spawn(program, ["-f"], { stdio: "ignore" });
  return () => void child.kill();
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
