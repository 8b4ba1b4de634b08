import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** A process of this machine that has not ended. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Zero where the system does not show it. */
  readonly session: number;
  /** When it was started, in the system's own unit; zero where that is not shown. */
  readonly startedAt: number;
  /** Whether it carries a mark: in its environment, or as the name of a file that it has open. */
  carries(mark: string): boolean;
}

/** The present moment in the unit of `startedAt`, or somewhat earlier. */
export function currentTick(): number {
  const seconds = Number.parseFloat(readText("/proc/uptime"));
  return Number.isNaN(seconds) ? 0 : Math.floor(seconds * TICKS_PER_SECOND) - 1;
}

/** What Linux counts in on every common machine. */
const TICKS_PER_SECOND = 100;

/** The processes that were started since; on other systems than Linux, all of them. */
export function listProcesses(since: number): readonly ProcessFacts[] {
  if (process.platform === "linux") return linuxProcesses(since);
  return process.platform === "darwin" ? macProcesses() : [];
}

function linuxProcesses(since: number): readonly ProcessFacts[] {
  return listNames("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const facts = linuxFacts(name);
    return facts === null || facts.startedAt < since ? [] : [facts];
  });
}

function linuxFacts(name: string): ProcessFacts | null {
  const text = readText(`/proc/${name}/stat`);
  // The name of a program, in parentheses, may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, group, session] = fields;
  if (state === "" || "ZXx".includes(state)) return null;
  return {
    pid: Number(name),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt: Number(fields[19]),
    carries: (mark) =>
      readText(`/proc/${name}/environ`).includes(mark) || hasOpen(`/proc/${name}/fd`, mark),
  };
}

/** A process that has ended meanwhile, or is another user's, gives nothing. */
function readText(file: string): string {
  try {
    return fs.readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function hasOpen(folder: string, mark: string): boolean {
  return listNames(folder).some((each) => readLink(`${folder}/${each}`).includes(mark));
}

function readLink(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s(.*)$/;

/** With -E, `ps` prints the environment of this user's processes after their commands. */
function macProcesses(): readonly ProcessFacts[] {
  const args = ["-A", "-E", "-ww", "-o", "pid=,ppid=,pgid=,command="];
  const { stdout } = spawnSync("/bin/ps", args, { encoding: "latin1", maxBuffer: 2 ** 26 });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [, pid, parent, group, rest = ""] = PS_LINE.exec(line) ?? [];
    if (pid === undefined) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) };
    return [{ ...numbers, session: 0, startedAt: 0, carries: (mark) => rest.includes(mark) }];
  });
}
