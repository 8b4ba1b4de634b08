import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { cleanEnvironment, runProcess } from "./run-process.ts";

// Nothing of a user's or a project's configuration may act while a stranger's files are compared.
const SAFE = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.autocrlf=false",
  "core.quotePath=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "gc.auto=0",
  "user.name=holdall",
  "user.email=holdall@localhost",
  "commit.gpgSign=false",
].flatMap((each) => ["-c", each]);
const LIMIT_MS = 300_000;

/** A folder whose changes can be read as a patch. */
export interface TrackedFolder {
  /** Writes everything that changed since the beginning to a file, as a patch. */
  writePatch(file: string): Promise<void>;
}

/** Starts to track a folder, with git's own files elsewhere, so that the folder stays as it is. */
export async function trackFolder(folder: string, gitFolder: string): Promise<TrackedFolder> {
  fs.mkdirSync(gitFolder, { recursive: true });
  const git = createGit(folder, gitFolder);
  await git("init", "-q");
  await git("add", "-A", "-f", ".");
  await git("commit", "-q", "--allow-empty", "-m", "start");
  return {
    async writePatch(file) {
      await git("add", "-A", "-f", ".");
      await git(
        "diff",
        "--cached",
        "--binary",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        `--output=${file}`,
        "HEAD",
      );
    },
  };
}

/** Applies a patch to a folder; git refuses paths that leave it. */
export async function applyPatch(folder: string, patchFile: string): Promise<void> {
  if (fs.statSync(patchFile).size === 0) return;
  const home = path.dirname(patchFile);
  const args = ["-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", patchFile];
  await runGit(args, { cwd: folder, home, env: { GIT_CEILING_DIRECTORIES: path.dirname(folder) } });
}

function createGit(folder: string, gitFolder: string) {
  const place = [`--git-dir=${path.join(gitFolder, "git")}`, `--work-tree=${folder}`];
  return (...args: readonly string[]): Promise<void> =>
    runGit([...SAFE, ...place, ...args], { cwd: folder, home: gitFolder, env: {} });
}

async function runGit(
  args: readonly string[],
  {
    cwd,
    home,
    env,
  }: { readonly cwd: string; readonly home: string; readonly env: Record<string, string> },
): Promise<void> {
  const { exitCode, stderr } = await runProcess({
    command: "git",
    args,
    cwd,
    env: {
      ...cleanEnvironment(home),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...env,
    },
    timeoutMs: LIMIT_MS,
  });
  if (exitCode === 0) return;
  const [line = ""] = stderr.trim().split("\n", 1);
  throw new HoldallError("E_IO", `Cannot compare the files of the run: git failed with "${line}"`);
}
