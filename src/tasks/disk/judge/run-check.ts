import fs from "node:fs";
import path from "node:path";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { Answer } from "../../judge/check-diff.ts";
import type { Check } from "../../judge/checks.ts";
import { runProcess } from "../run-process.ts";

type CommandCheck = Extract<Check, { command: string }>;

/** Answers a check that is a command, which runs in a copy of the folder. */
export async function runCheck(check: CommandCheck, folder: string): Promise<Answer> {
  const scratch = createTemporaryFolder();
  try {
    const copy = path.join(scratch, "files");
    const home = path.join(scratch, "home");
    fs.mkdirSync(home);
    fs.cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    const { exitCode, isTimedOut } = await runProcess({
      command: "/bin/sh",
      args: ["-c", check.command],
      cwd: copy,
      variables: [],
      set: { HOME: home },
      timeoutMs: check.timeoutMs,
    });
    const expected = check.kind === "command" ? check.exitCode : 0;
    if (isTimedOut) return { passed: false, detail: `ended at its limit of ${check.timeoutMs} ms` };
    return { passed: exitCode === expected, detail: `exit ${exitCode ?? "by a signal"}` };
  } finally {
    removeTemporary(scratch);
  }
}

/** A run may leave pipes and sockets, which cannot be copied. */
function isCopied(file: string): boolean {
  const stat = fs.lstatSync(file);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
}
