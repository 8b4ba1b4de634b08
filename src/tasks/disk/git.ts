/** Asks git about a folder, for the capture of a task. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text/text.ts";
import {
  openCommits,
  openRepository,
  type Repository,
} from "../../programs/git/open-repository.ts";
import { cleanRepositoryUrl } from "../pack/clean-url.ts";

async function lineOf(repository: Repository | null, ...args: string[]): Promise<string | null> {
  const text = (await repository?.run(args))?.toString("utf8").trim();
  return text === undefined || text === "" ? null : text;
}

/**
 * The repository that a folder belongs to; null without one. Where git has no file of a folder inside of it, as of one that
 * is ignored, the repository says nothing about that folder.
 */
async function repositoryOf(folder: string): Promise<Repository | null> {
  const repository = await openRepository(folder);
  if (repository === null || isSameFolder(repository.root, folder)) return repository;
  const listed = await repository.run(["ls-files", "-z", "--cached", "--", "."]);
  return listed === null || listed.length === 0 ? null : repository;
}

function isSameFolder(one: string, other: string): boolean {
  return fs.realpathSync(one) === fs.realpathSync(other);
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
  const repository = await repositoryOf(folder);
  if (repository === null) return null;
  const remote = await lineOf(repository, "remote", "get-url", "origin");
  const asking = ["status", "--porcelain", "-z", "--ignore-submodules=all"];
  const status = await repository.run(asking);
  return {
    root: repository.root,
    branch: await lineOf(repository, "symbolic-ref", "--short", "--quiet", "HEAD"),
    remote: remote && cleanRepositoryUrl(remote),
    commit: await commitOf(repository, "HEAD"),
    dirty: (status?.length ?? 0) > 0,
  };
}

/** The full name of a commit; null when there is none. */
export async function resolveGitCommit(folder: string, name: string): Promise<string | null> {
  if (name.startsWith("-")) return null; // Git would take it for an option.
  return commitOf(await openCommits(folder), name);
}

function commitOf(repository: Repository | null, name: string): Promise<string | null> {
  return lineOf(repository, "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
}

/** The newest commit that is not later than a time; null when there is none. */
export async function lastCommitBefore(folder: string, time: string): Promise<string | null> {
  const seconds = Math.floor(Date.parse(time) / 1000);
  if (Number.isNaN(seconds)) return null;
  return lineOf(await repositoryOf(folder), "rev-list", "-1", `--before=${seconds}`, "HEAD");
}

/** The tracked files of a folder, relative to it. */
export async function trackedFiles(folder: string): Promise<readonly string[]> {
  const listed = await (await openRepository(folder))?.run(["ls-files", "-z", "--cached"]);
  if (listed == null) {
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

/** The files of a folder that Git does not ignore; null for all: there is no Git, or it ignores the whole folder. */
export async function unignoredFiles(folder: string): Promise<ReadonlySet<string> | null> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await (await openRepository(folder))?.run(listing);
  const names = listed == null ? [] : namesIn(listed);
  return names.length === 0 ? null : new Set(names);
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
  const listed = await (await openCommits(folder))?.run(["ls-tree", "-r", "-z", commit]);
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
  const repository = await openCommits(folder);
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const input = batch.map(({ object }) => `${object}\n`).join("");
    const output = await repository?.run(["cat-file", "--batch"], { input });
    if (output == null) throw unreadable(batch[0]?.path ?? "");
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

function unreadable(path: string): HoldallError {
  return new HoldallError("E_IO", `Cannot read "${excerpt(path, 200)}" from the Git repository`);
}

/** How files are compared with a commit. */
interface DiffOptions {
  readonly scratch: string;
  /** Whether a file is left out: it then counts as unchanged. */
  readonly isOut: (file: string) => boolean;
}

/** The changes from a commit to the files as they are now, new files included; null when git fails. */
export async function diffFromCommit(
  folder: string,
  commit: string,
  { scratch, isOut }: DiffOptions,
): Promise<Buffer | null> {
  const repository = await repositoryOf(folder);
  if (repository === null) return null;
  const objects = await lineOf(repository, "rev-parse", "--git-path", "objects");
  const own = path.join(scratch, "objects");
  fs.mkdirSync(own);
  // An index and an object store of our own: the repository is not changed by looking at it.
  const apart = {
    set: {
      GIT_INDEX_FILE: path.join(scratch, "index"),
      GIT_OBJECT_DIRECTORY: own,
      GIT_LITERAL_PATHSPECS: "1",
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.resolve(folder, objects ?? ""),
    },
  };
  if ((await repository.run(["read-tree", commit], apart)) === null) return null;
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "."];
  const listed = await repository.run(listing, apart);
  if (listed === null) return null;
  const input = namesIn(listed)
    .filter((name) => !isOut(name))
    .map((name) => `${name}\0`)
    .join("");
  const adding = ["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"];
  if (input !== "" && (await repository.run(adding, { ...apart, input })) === null) return null;
  const how = ["--binary", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv"];
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/", "--relative"];
  return repository.run(["diff", "--cached", ...how, ...prefixes, commit, "--", "."], apart);
}
