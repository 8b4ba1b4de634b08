import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { digestFile } from "../../disk/digest-file.ts";
import type { FileMark, WorldNow } from "../../state/freshness.ts";

const GIT_TIME = 10_000;

/** The files and the commit that an entry speaks of, as its further keys. */
export async function worldMarks(
  root: string,
  { cwd, files, commit }: { cwd: string; files: readonly string[]; commit: string | undefined },
): Promise<JsonObject> {
  const marks: FileMark[] = [];
  for (const named of files) marks.push(await markOf(root, path.resolve(cwd, named), named));
  const at = commit === undefined ? null : await resolveCommit(root, commit);
  return {
    ...(marks.length === 0 ? {} : { files: marks.map((mark) => ({ ...mark })) }),
    ...(at === null ? {} : { commit: at }),
  };
}

async function markOf(root: string, absolute: string, named: string): Promise<FileMark> {
  const relative = path.relative(root, absolute).split(path.sep).join("/");
  if (relative.startsWith("..") || path.isAbsolute(relative)) {
    throw new HoldallError("E_PATH", `Cannot note the file "${named}": it is outside the project`);
  }
  const sha256 = await hashOf(absolute);
  if (sha256 !== null) return { path: relative, sha256 };
  throw new HoldallError("E_NOT_FOUND", `Cannot note the file "${named}": it is not a file`);
}

/** SHA-256 of a file's bytes, also through a link; null when it is no regular file. */
async function hashOf(absolute: string): Promise<string | null> {
  if (!fs.statSync(absolute, { throwIfNoEntry: false })?.isFile()) return null;
  return (await digestFile(fs.realpathSync(absolute), absolute)).sha256;
}

async function resolveCommit(root: string, named: string): Promise<string> {
  const name = named.startsWith("-")
    ? null
    : await git(root, ["rev-parse", "--verify", "--quiet", `${named}^{commit}`]);
  if (name !== null && /^[0-9a-f]{40,64}$/.test(name)) return name;
  throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${named}" here`, {
    cure: "name a commit of the project's git repository, such as HEAD",
  });
}

/** What git answers; null when it cannot. */
async function git(root: string, args: readonly string[]): Promise<string | null> {
  try {
    const options = { cwd: root, timeout: GIT_TIME, maxBuffer: 1024 * 1024 };
    const { stdout } = await promisify(execFile)("git", [...args], options);
    return stdout.trim();
  } catch {
    return null; // No git, no repository, or no such thing: then nothing is known.
  }
}

/** Looks at the files and commits that entries name, as they are now. */
export async function lookAtWorld(
  root: string,
  { paths, commits }: { readonly paths: Iterable<string>; readonly commits: Iterable<string> },
): Promise<WorldNow> {
  const files = new Map<string, string | null>();
  for (const each of paths) {
    const absolute = path.resolve(root, each);
    const isInside = !path.relative(root, absolute).startsWith("..");
    files.set(each, isInside ? await hashOf(absolute) : null);
  }
  const named = [...commits];
  const head = named.length === 0 ? null : await git(root, ["rev-parse", "HEAD"]);
  const ancestors = new Map<string, boolean>();
  for (const commit of head === null ? [] : named) {
    const answer = await git(root, ["merge-base", "--is-ancestor", commit, "HEAD"]);
    ancestors.set(commit, answer !== null);
  }
  return { files, head, ancestors };
}
