/**
 * References of entries to files and commits. Their hashes are recorded on commit; on resume they
 * are compared, so that an entry about a file that has changed since is reported as possibly
 * outdated.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import { digestFile } from "../../../disk/digest-file.ts";
import { openRepository, type Repository } from "../../../programs/git/open-repository.ts";
import type { FileReference, ProjectState } from "../../session/freshness.ts";

/** The files and the commit that an entry refers to, as further keys of the entry. */
export async function projectReferences(
  root: string,
  { cwd, files, commit }: { cwd: string; files: readonly string[]; commit: string | undefined },
): Promise<JsonObject> {
  const references: FileReference[] = [];
  for (const named of files)
    references.push(await referenceTo(root, path.resolve(cwd, named), named));
  const at = commit === undefined ? null : await resolveCommit(root, commit);
  return {
    ...(references.length === 0 ? {} : { files: references.map((each) => ({ ...each })) }),
    ...(at === null ? {} : { commit: at }),
  };
}

async function referenceTo(root: string, absolute: string, named: string): Promise<FileReference> {
  const relative = path.relative(root, absolute).split(path.sep).join("/");
  if (relative.startsWith("..") || path.isAbsolute(relative)) {
    throw new HoldallError("E_PATH", `Cannot refer to file "${named}": it is outside the project`);
  }
  if (fs.statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot refer to file "${named}": it is a folder, not a file`,
    );
  }
  const sha256 = await hashOf(absolute);
  if (sha256 !== null) return { path: relative, sha256 };
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot refer to file "${named}": it is not a regular file`,
  );
}

/** SHA-256 of a file, also through a link; null when it is no regular file. */
async function hashOf(absolute: string): Promise<string | null> {
  if (!fs.statSync(absolute, { throwIfNoEntry: false })?.isFile()) return null;
  return (await digestFile(fs.realpathSync(absolute), absolute)).sha256;
}

/** A name that starts with a dash would be an option for git, so it is refused. */
async function resolveCommit(root: string, named: string): Promise<string> {
  const name = named.startsWith("-")
    ? null
    : await lineOf(await openRepository(root), [
        "rev-parse",
        "--verify",
        "--quiet",
        `${named}^{commit}`,
      ]);
  if (name !== null && /^[0-9a-f]{40,64}$/.test(name)) return name;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find commit "${named}" in the project's Git repository`,
    {
      cure: "use a commit of that repository, such as HEAD",
    },
  );
}

/** The output of git as text; null when it fails, and then nothing can be said about the entry. */
async function lineOf(
  repository: Repository | null,
  args: readonly string[],
): Promise<string | null> {
  return (await repository?.run(args))?.toString("utf8").trim() ?? null;
}

/** The repository; null also for one that is refused: the state is resumed without it. */
async function usableRepository(root: string): Promise<Repository | null> {
  try {
    return await openRepository(root);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_REPOSITORY") return null;
    throw error;
  }
}

/** Reads the present state of the files and commits that entries refer to. */
export async function readProjectState(
  root: string,
  { paths, commits }: { readonly paths: Iterable<string>; readonly commits: Iterable<string> },
): Promise<ProjectState> {
  const files = new Map<string, string | null>();
  for (const each of paths) {
    const absolute = path.resolve(root, each);
    const isInside = !path.relative(root, absolute).startsWith("..");
    files.set(each, isInside ? await hashOf(absolute) : null);
  }
  const named = [...commits];
  const repository = named.length === 0 ? null : await usableRepository(root);
  const head = await lineOf(repository, ["rev-parse", "HEAD"]);
  const ancestors = new Map<string, boolean>();
  for (const commit of head === null ? [] : named) {
    const answer = await lineOf(repository, ["merge-base", "--is-ancestor", commit, "HEAD"]);
    ancestors.set(commit, answer !== null);
  }
  return { files, head, ancestors };
}
