import fs from "node:fs";
import os from "node:os";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { findProgram } from "../../agents/find-program.ts";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { MARK, type ScheduledJob, type Scheduler, UNATTENDED } from "./scheduler.ts";
import { printedBy, runSystem, trySystem } from "./system-command.ts";

const TIMES = { "1h": "17 * * * *", "1d": "17 12 * * *" } as const;

const BEGIN = `# holdall keep: begin. ${MARK}`;
const END = "# holdall keep: end";
/** How a line ends that starts this program, wherever it is. */
const JOB = ` ${UNATTENDED.join(" ")}`;

/** Common crons refuse a longer command. */
const MAX_COMMAND_LENGTH = 990;

/** A block in the user's crontab; every other line keeps its bytes. */
export default {
  displayName: "cron",
  behaviour: "It runs while the machine is on; a run that was missed is left out.",
  async obstacle(environment) {
    if ((await findProgram("crontab", environment.env)) === null) return "there is no crontab";
    const { fault } = await readCrontab(environment);
    if (fault !== null) return fault;
    return isCronRunning() ? null : "cron is installed, but does not run";
  },
  async plan(environment, job) {
    const { text, fault } = await readCrontab(environment);
    // Without a crontab to read there is none of ours in it either.
    if (fault !== null && job === null) return [];
    const rest = withoutBlock(text ?? "");
    const gap = rest === "" || rest.endsWith("\n") ? "" : "\n";
    const after = job === null ? rest : `${rest}${gap}${blockOf(job)}`;
    const isKept = after !== "" || (text !== null && withoutBlock(text) === text);
    return [{ file: `crontab of ${userName()}`, before: text, after: isKept ? after : null }];
  },
  async apply(environment, changes) {
    for (const { before, after } of changes) {
      if (before === after) continue;
      const [args, input] = after === null ? [["-r"], ""] : [["-"], after];
      await runSystem({ program: "crontab", args, input }, environment);
    }
  },
} satisfies Scheduler;

/** The user's crontab; null where there is none, with a fault where it cannot be read. */
async function readCrontab(environment: AgentEnvironment) {
  const result = await trySystem({ program: "crontab", args: ["-l"] }, environment);
  if (result?.exitCode === 0) {
    const text = decodeUtf8(result.stdout);
    return { text, fault: text === null ? "your crontab is not UTF-8" : null };
  }
  const printed = printedBy(result);
  const isAbsent = result !== null && /no crontab/i.test(printed);
  return { text: null, fault: isAbsent ? null : printed || "crontab does not answer" };
}

/** A text without the lines of ours; whatever somebody wrote between them stays. */
function withoutBlock(text: string): string {
  const isOurs = (line: string) => line === BEGIN || line === END || line.endsWith(JOB);
  return text
    .split("\n")
    .filter((line) => !isOurs(line))
    .join("\n");
}

function blockOf({ command, every }: ScheduledJob): string {
  const line = command.map(quoteForShell).join(" ").replaceAll("%", "\\%");
  if (line.length <= MAX_COMMAND_LENGTH) return `${BEGIN}\n${TIMES[every]} ${line}\n${END}\n`;
  throw new HoldallError("E_LIMIT", "Cannot write the crontab: the command is too long for cron", {
    cure: "unset variables that move the folders of agents, or use hooks",
  });
}

function userName(): string {
  return os.userInfo().username;
}

const NAMES = new Set(["cron", "crond"]);
const PID_FILES = ["/run/crond.pid", "/run/cron.pid", "/var/run/crond.pid", "/var/run/cron.pid"];

/** Whether the program runs that obeys crontabs; where processes of others are hidden, by the file it leaves. */
function isCronRunning(): boolean {
  if (process.platform === "darwin") return true; // There launchd starts it.
  return processNames().some((name) => NAMES.has(name)) || PID_FILES.some(namesProcess);
}

function processNames(): readonly string[] {
  const ids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map((id) => readLine(`/proc/${id}/comm`));
}

function namesProcess(file: string): boolean {
  const id = readLine(file);
  return /^\d+$/.test(id) && fs.existsSync(`/proc/${id}`);
}

function readLine(file: string): string {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch {
    return ""; // A process that has ended, or no such file.
  }
}
