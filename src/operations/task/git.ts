/** Asks git about a folder, for the capture of a task. */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text/text.ts";
import {
  GIT_SETTINGS,
  gitEnvironment,
  MAX_GIT_OUTPUT,
  MAX_GIT_TIME_MS,
  runGit,
} from "../../disk/run-git.ts";
import { cleanRepositoryUrl } from "../../tasks/pack/clean-url.ts";

/**
 * Variables that switch off the filters which the repository itself defines: `status` and `add` would run
 * their programs. Filters of the user's own configuration, such as Git LFS, stay. Variables and not `-c`,
 * which would end a name at its first "=".
 */
async function withoutOwnFilters(folder: string): Promise<Readonly<Record<string, string>>> {
  const args = ["config", "--show-scope", "--includes", "-z", "--get-regexp", "^filter\\."];
  const listed = (await runGit(folder, args))?.toString("utf8") ?? "";
  const fields = listed.split("\0");
  const names = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const isOwn = ["local", "worktree"].includes(fields[at] ?? "");
    const name = /^filter\.([^\n]*)\.[a-z]+(?:\n|$)/i.exec(fields[at + 1] ?? "")?.[1];
    if (isOwn && name !== undefined) names.add(name);
  }
  const off = { clean: "", smudge: "", process: "", required: "false" };
  const settings = [...names].flatMap((name) =>
    Object.entries(off).map(([key, value]) => [`filter.${name}.${key}`, value] as const),
  );
  const variables = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}

async function lineOf(folder: string, ...args: string[]): Promise<string | null> {
  const text = (await runGit(folder, args))?.toString("utf8").trim();
  return text === undefined || text === "" ? null : text;
}

/** What git knows about a folder. */
export interface GitFacts {
  readonly root: string;
  readonly branch: string | null;
  readonly remote: string | null;
  readonly commit: string | null;
  readonly dirty: boolean;
}

/** The repository around a folder; null without one. A repository without commits has no commit. */
export async function findGitFacts(folder: string): Promise<GitFacts | null> {
  const root = await lineOf(folder, "rev-parse", "--show-toplevel");
  if (root === null) return null;
  const remote = await lineOf(folder, "remote", "get-url", "origin");
  const asking = ["status", "--porcelain", "-z", "--ignore-submodules=all"];
  const status = await runGit(folder, asking, await withoutOwnFilters(folder));
  return {
    root,
    branch: await lineOf(folder, "symbolic-ref", "--short", "--quiet", "HEAD"),
    remote: remote && cleanRepositoryUrl(remote),
    commit: await resolveGitCommit(folder, "HEAD"),
    dirty: (status?.length ?? 0) > 0,
  };
}

/** The full name of a commit; null when there is none. */
export async function resolveGitCommit(folder: string, name: string): Promise<string | null> {
  if (name.startsWith("-")) return null; // Git would take it for an option.
  return lineOf(folder, "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
}

/** The newest commit that is not later than a time; null when there is none. */
export async function lastCommitBefore(folder: string, time: string): Promise<string | null> {
  const seconds = Math.floor(Date.parse(time) / 1000);
  return Number.isNaN(seconds)
    ? null
    : lineOf(folder, "rev-list", "-1", `--before=${seconds}`, "HEAD");
}

/** The tracked files of a folder, relative to it. */
export async function trackedFiles(folder: string): Promise<readonly string[]> {
  const listed = await runGit(folder, ["ls-files", "-z", "--cached"]);
  if (listed === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot list the files of "${folder}": no Git repository`,
      {
        cure: "use --snapshot copy",
      },
    );
  }
  return namesIn(listed);
}

function namesIn(listed: Buffer): string[] {
  const text = decodeUtf8(listed);
  if (text === null) {
    throw new HoldallError("E_PATH", "Cannot capture the files: a name in Git is not UTF-8");
  }
  return text.split("\0").filter((name) => name !== "");
}

/** A file or link of a commit. */
export interface CommittedFile {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** The files of a commit below a folder of its repository, relative to that folder. */
export async function committedFiles(
  folder: string,
  commit: string,
): Promise<readonly CommittedFile[]> {
  const listed = await runGit(folder, ["ls-tree", "-r", "-z", commit]);
  return namesIn(listed ?? Buffer.alloc(0)).flatMap((line) => {
    const found = /^(\d{6}) (blob|commit) ([0-9a-f]+)\t(.*)$/s.exec(line);
    const [, mode = "", , object = "", path = ""] = found ?? [];
    return found?.[2] === "blob" ? [{ path, mode, object }] : [];
  });
}

/** Objects that are read in one call. */
const BATCH = 500;

/** The bytes of committed files, in their order. */
export async function* readCommitted(
  folder: string,
  files: readonly CommittedFile[],
): AsyncGenerator<CommittedFile & { readonly bytes: Uint8Array }> {
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const output = catFiles(folder, batch);
    let from = 0;
    for (const file of batch) {
      const end = output.indexOf(10, from);
      const size = Number(
        / blob (\d+)$/.exec(output.toString("latin1", from, end))?.[1] ?? Number.NaN,
      );
      if (Number.isNaN(size)) throw unreadable(file.path);
      yield { ...file, bytes: output.subarray(end + 1, end + 1 + size) };
      from = end + 1 + size + 1;
    }
  }
}

function catFiles(folder: string, files: readonly CommittedFile[]): Buffer {
  const { stdout, status } = spawnSync(
    "git",
    ["-C", folder, ...GIT_SETTINGS, "cat-file", "--batch"],
    {
      input: files.map(({ object }) => `${object}\n`).join(""),
      env: gitEnvironment({}),
      timeout: MAX_GIT_TIME_MS,
      maxBuffer: MAX_GIT_OUTPUT,
    },
  );
  if (status === 0) return stdout;
  throw unreadable(files[0]?.path ?? "");
}

function unreadable(path: string): HoldallError {
  return new HoldallError("E_IO", `Cannot read "${excerpt(path, 200)}" from the Git repository`);
}

/** The changes from a commit to the files as they are now, new files included; null when git fails. */
export async function diffFromCommit(
  folder: string,
  commit: string,
  scratch: string,
): Promise<Buffer | null> {
  const objects = (await runGit(folder, ["rev-parse", "--git-path", "objects"]))?.toString().trim();
  const own = path.join(scratch, "objects");
  fs.mkdirSync(own);
  // An index and an object store of our own: the repository is not changed by looking at it.
  const apart = {
    GIT_INDEX_FILE: path.join(scratch, "index"),
    GIT_OBJECT_DIRECTORY: own,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: path.resolve(folder, objects ?? ""),
  };
  if ((await runGit(folder, ["read-tree", commit], apart)) === null) return null;
  const adding = { ...apart, ...(await withoutOwnFilters(folder)) };
  if ((await runGit(folder, ["add", "--all", "."], adding)) === null) return null;
  const how = ["--binary", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv"];
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/", "--relative"];
  return runGit(folder, ["diff", "--cached", ...how, ...prefixes, commit, "--", "."], apart);
}
