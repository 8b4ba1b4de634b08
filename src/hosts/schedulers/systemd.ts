import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { findProgram } from "../../agents/find-program.ts";
import { applyFiles, planFiles, removeEmptyFolders } from "./own-files.ts";
import { MARK, type ScheduledJob, type Scheduler } from "./scheduler.ts";
import { printedBy, runSystem, trySystem } from "./system-command.ts";

const NAME = "holdall-keep";
const TIMER = `${NAME}.timer`;
const WANTED_BY = "timers.target";

/** The same minutes as with cron; a time that was missed is made up for. */
const CALENDAR = { "1h": "*-*-* *:17:00", "1d": "*-*-* 12:17:00" } as const;

/** A timer of the user's own systemd. */
export default {
  displayName: "a systemd user timer",
  behaviour:
    "It runs while you are logged in, and makes up for a missed run; `loginctl enable-linger` lets it run always.",
  async obstacle(environment) {
    if (process.platform !== "linux") return "systemd is only on Linux";
    if ((await findProgram("systemctl", environment.env)) === null) return "there is no systemctl";
    const answer = await trySystem(systemctl("show-environment"), environment);
    if (answer?.exitCode === 0) return null;
    return `systemd does not run for this user${answer === null ? "" : ` (${printedBy(answer)})`}`;
  },
  async plan(environment, job) {
    const folder = unitFolder(environment);
    return planFiles({
      [path.join(folder, `${NAME}.service`)]: job && serviceText(job),
      [path.join(folder, TIMER)]: job && timerText(job),
    });
  },
  async apply(environment, changes) {
    const isRemoved = !changes.some(({ after }) => after?.includes(MARK));
    // While it can read the file, it also stops the timer; one that does not run has nothing to stop.
    if (isRemoved) await trySystem(systemctl("disable", "--now", TIMER), environment);
    await applyFiles(changes, async () => {
      if (isRemoved) return;
      await runSystem(systemctl("daemon-reload"), environment);
      await runSystem(systemctl("enable", TIMER), environment);
      // A timer that runs already takes over its new times.
      await runSystem(systemctl("restart", TIMER), environment);
    }).finally(async () => {
      const isGone = !fs.existsSync(path.join(unitFolder(environment), TIMER));
      if (isGone) removeLeftovers(environment);
      await trySystem(systemctl("daemon-reload"), environment);
    });
  },
} satisfies Scheduler;

function systemctl(...args: readonly string[]) {
  return { program: "systemctl", args: ["--user", ...args] };
}

function configFolder({ home, env }: AgentEnvironment): string {
  const named = env.XDG_CONFIG_HOME ?? "";
  return path.isAbsolute(named) ? named : path.join(home, ".config");
}

function unitFolder(environment: AgentEnvironment): string {
  return path.join(configFolder(environment), "systemd", "user");
}

/** A systemd that does not run now leaves the link by which it would start the timer. */
function removeLeftovers(environment: AgentEnvironment): void {
  const folder = path.join(unitFolder(environment), `${WANTED_BY}.wants`);
  const link = path.join(folder, TIMER);
  if (fs.lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) fs.rmSync(link);
  removeEmptyFolders(folder, configFolder(environment));
}

/** The colon keeps a `$` in an argument as it is; the load of a first copy yields to what the user does. */
function serviceText({ command }: ScheduledJob): string {
  return `# ${MARK}
[Unit]
Description=Keep the sessions of coding agents

[Service]
Type=oneshot
ExecStart=:${command.map(quote).join(" ")}
Nice=10
IOSchedulingClass=idle
`;
}

function timerText({ every }: ScheduledJob): string {
  return `# ${MARK}
[Unit]
Description=Keep the sessions of coding agents

[Timer]
OnCalendar=${CALENDAR[every]}
Persistent=true

[Install]
WantedBy=${WANTED_BY}
`;
}

function quote(argument: string): string {
  const escaped = argument.replaceAll(/["\\]/g, "\\$&").replaceAll("%", "%%");
  return /^[\w@%+=:,./-]+$/.test(escaped) ? escaped : `"${escaped}"`;
}
