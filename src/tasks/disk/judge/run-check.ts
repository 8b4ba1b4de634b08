import fs from "node:fs";
import path from "node:path";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { Answer } from "../../judge/check-diff.ts";
import type { Check } from "../../judge/checks.ts";
import type { TaskContainer } from "../container/open-containers.ts";
import { runContained } from "../container/run-contained.ts";
import { runProcess } from "../run-process.ts";

/** Characters of a check's output that are kept; the end says most. */
const MAX_OUTPUT = 16 * 1024;

type CommandCheck = Extract<Check, { command: string }>;

/** How a command runs. */
interface CheckPlace {
  readonly signal: AbortSignal | undefined;
  /** Null for this machine. */
  readonly container: TaskContainer | null;
}

/** Answers a check that is a command, which runs in a copy of the folder. */
export async function runCheck(
  check: CommandCheck,
  folder: string,
  { signal, container }: CheckPlace,
): Promise<Answer> {
  const scratch = createTemporaryFolder();
  try {
    const copy = path.join(scratch, "files");
    const home = path.join(scratch, "home");
    fs.mkdirSync(home);
    fs.cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    const order = {
      args: ["-c", check.command],
      variables: [],
      set: { HOME: home },
      timeoutMs: check.timeoutMs,
      signal,
    };
    const { exitCode, isTimedOut, stdout, stderr } =
      container === null
        ? await runProcess({ ...order, command: "/bin/sh", cwd: copy })
        : await runContained(container, {
            ...order,
            programs: ["sh", "/bin/sh"],
            scratch,
            project: copy,
            home,
            mounts: [],
            input: "",
            addresses: [],
          });
    const expected = check.kind === "command" ? check.exitCode : 0;
    const output = `${stdout}${stderr}`.slice(-MAX_OUTPUT);
    const passed = exitCode === expected && !isTimedOut;
    const ending = isTimedOut
      ? `ended at its limit of ${check.timeoutMs} ms`
      : `exit ${exitCode ?? "by a signal"}`;
    const lastLine = passed ? "" : (output.trim().split("\n").at(-1) ?? "");
    return { passed, detail: lastLine === "" ? ending : `${ending}: ${lastLine}`, output };
  } finally {
    removeTemporary(scratch);
  }
}

/** A run may leave pipes and sockets, which cannot be copied. */
function isCopied(file: string): boolean {
  const stat = fs.lstatSync(file);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
}
