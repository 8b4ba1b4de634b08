/**
 * Asks git about a folder. Variables such as `GIT_DIR` would answer for another repository, so none is
 * passed on. No program that a repository's own configuration names is started, and nothing is fetched:
 * a folder may come from anyone, with a `.git` in it.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Longest time that git may take. */
export const MAX_GIT_TIME_MS = 120_000;
/** Largest output of git. */
export const MAX_GIT_OUTPUT = 512 * 1024 * 1024;

/** Options before every command of git. */
export const GIT_SETTINGS = [
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "core.hooksPath=/dev/null"],
  ...["-c", "core.quotePath=false"],
  ...["-c", "protocol.allow=never"], // An object that a partial clone lacks would be fetched.
  ...["-c", "protocol.ext.allow=never"],
  ...["-c", "submodule.recurse=false"],
];

/** The environment for git: this one without git's own variables, and with those given. */
export function gitEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    LC_ALL: "C",
    ...more,
  };
}

/** The output of git in a folder; null when it fails. */
export async function runGit(
  folder: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer | null> {
  try {
    const { stdout } = await promisify(execFile)("git", ["-C", folder, ...GIT_SETTINGS, ...args], {
      timeout: MAX_GIT_TIME_MS,
      maxBuffer: MAX_GIT_OUTPUT,
      encoding: "buffer",
      env: gitEnvironment(more),
    });
    return stdout;
  } catch {
    return null; // No git, no repository or no such object: the caller knows what that means.
  }
}
