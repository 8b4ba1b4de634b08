import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { runGit } from "../../programs/git/run-git.ts";
import type { GitSettings } from "../../programs/git/safe-settings.ts";

/** Nothing of a user's or a project's settings may change the comparison of a stranger's files. */
const SETTINGS: GitSettings = [
  ["core.autocrlf", "false"],
  // A quoted name would pass a check that names the path.
  ["core.quotePath", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["user.name", "holdall"],
  ["user.email", "holdall@localhost"],
  ["commit.gpgSign", "false"],
];
const NO_USER_SETTINGS = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** Two states of a folder, and where the patch between them is written. */
interface Comparison {
  readonly before: string;
  readonly after: string;
  /** A folder for git's own files, which no program that worked on the files could reach. */
  readonly gitFolder: string;
  readonly patchFile: string;
}

/** Writes everything that differs between two folders to a file, as a patch; links are compared and not followed. */
export async function writePatch({
  before,
  after,
  gitFolder,
  patchFile,
}: Comparison): Promise<void> {
  const first = createGit(before, gitFolder);
  await first("init", "-q");
  await first("add", "-A", "-f", ".");
  await first("commit", "-q", "--allow-empty", "-m", "start");
  const second = createGit(after, gitFolder);
  await second("add", "-A", "-f", ".");
  const how = ["--binary", "--no-ext-diff", "--no-textconv", "--no-color"];
  await second("diff", "--cached", ...how, `--output=${patchFile}`, "HEAD");
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
