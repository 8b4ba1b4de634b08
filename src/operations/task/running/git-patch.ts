import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { runGit } from "../../../programs/git/run-git.ts";
import type { GitSettings } from "../../../programs/git/safe-settings.ts";

/** Nothing of a user's or a project's settings may change the comparison of a stranger's files. */
const SETTINGS: GitSettings = [
  ["core.autocrlf", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["user.name", "holdall"],
  ["user.email", "holdall@localhost"],
  ["commit.gpgSign", "false"],
];
const NO_USER_SETTINGS = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

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
  const set = { GIT_CEILING_DIRECTORIES: path.dirname(folder), HOME: home };
  await git(["apply", "--whitespace=nowarn", patchFile], folder, set);
}

function createGit(folder: string, gitFolder: string) {
  const place = [`--git-dir=${path.join(gitFolder, "git")}`, `--work-tree=${folder}`];
  return (...args: readonly string[]): Promise<void> =>
    git([...place, ...args], folder, { HOME: gitFolder });
}

async function git(
  args: readonly string[],
  folder: string,
  set: Readonly<Record<string, string>>,
): Promise<void> {
  const options = { folder, settings: SETTINGS, set: { ...NO_USER_SETTINGS, ...set } };
  const { exitCode, stderr } = await runGit(args, options).catch((error: Error) => {
    throw new HoldallError("E_IO", `Cannot start git: ${error.message}`);
  });
  if (exitCode === 0) return;
  const [line = ""] = stderr.toString("utf8").trim().split("\n", 1);
  throw new HoldallError("E_IO", `Cannot compare the files of the run: git failed with "${line}"`);
}
