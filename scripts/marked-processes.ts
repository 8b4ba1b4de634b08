/**
 * Ends what a test file started and left running. A process that waits for another one, as `spawnSync` does, hears no
 * signal, and servers leave the group of whoever started them; but all carry a mark in their environment.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The variable with the mark: those of a run inside another begin with the mark of the outer one. */
export const MARK = "HOLDALL_TEST_PROCESSES";

/** A mark for processes, within that of this one. */
export function newMark(): string {
  return `${process.env[MARK] ?? ""}/${randomUUID()}`;
}

/** Ends all processes with a mark, where the system shows environments (Linux); never this one. */
export function endMarked(mark: string): void {
  if (!existsSync("/proc/self/environ")) return;
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const pid = Number(name);
    if (pid === process.pid) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "latin1");
      if (environment.includes(`${MARK}=${mark}`)) process.kill(pid, "SIGKILL");
    } catch {
      // It ended meanwhile, or belongs to another user.
    }
  }
}
