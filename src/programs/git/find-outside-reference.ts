/** Finds what makes git read files that are no part of a repository. */

import fs from "node:fs";
import path from "node:path";

/** Where git says that a repository is. */
export interface RepositoryPlaces {
  /** The folder that was asked about. */
  readonly folder: string;
  /** Git's own files: `.git`, or a folder elsewhere that `.git` names. */
  readonly gitFolder: string;
  /** What several working folders of one repository share; else the same. */
  readonly commonFolder: string;
  /** The top of the working files. */
  readonly root: string;
}

/** An entry of a repository's own settings. */
export interface OwnEntry {
  readonly name: string;
  readonly value: string;
  /** The file that it is in, relative to the top of the working files. */
  readonly file: string;
}

/**
 * What leads out of a repository, in a few words; null when nothing does. Two kinds of `.git` files are the user's
 * own and name a folder elsewhere: those of `git worktree` and of submodules. Both are named in turn by the
 * folder that they name, which a stranger's file cannot arrange.
 */
export function findOutsideReference(
  places: RepositoryPlaces,
  own: readonly OwnEntry[],
): string | null {
  const { root, gitFolder, commonFolder } = places;
  if (!isInside(realPath(places.folder), realPath(root)))
    return "core.worktree names another folder";
  return (
    findForeignGitFolder(places, own) ??
    findForeignSettings(places, own) ??
    findAlternates(path.join(commonFolder, "objects"), commonFolder, 0) ??
    [...new Set([gitFolder, commonFolder])].map(findLinks).find((found) => found !== null) ??
    null
  );
}

function findForeignGitFolder(
  { root, gitFolder, commonFolder }: RepositoryPlaces,
  own: readonly OwnEntry[],
): string | null {
  if (gitFolder === root) return findOutOfBare(gitFolder, own);
  const entry = path.join(root, ".git");
  const stat = fs.lstatSync(entry, { throwIfNoEntry: false });
  if (stat === undefined) return "core.worktree names another folder";
  if (stat.isSymbolicLink()) return ".git is a link";
  const git = realPath(gitFolder);
  const common = realPath(commonFolder);
  if (git !== common) {
    const isWorktree =
      path.dirname(git) === path.join(common, "worktrees") &&
      namesFile(path.join(git, "gitdir"), entry);
    return isWorktree ? null : "its commondir names another repository";
  }
  if (stat.isDirectory())
    return git === realPath(entry) ? null : "core.worktree names another folder";
  const worktree = own.findLast(({ name }) => name === "core.worktree")?.value;
  const isSubmodule =
    worktree !== undefined && realPath(path.resolve(git, worktree)) === realPath(root);
  if (isSubmodule || isInside(git, realPath(root))) return null;
  return "its .git file names another repository";
}

/** A bare repository has no working files and shares nothing. */
function findOutOfBare(gitFolder: string, own: readonly OwnEntry[]): string | null {
  if (own.some(({ name }) => name === "core.worktree")) return "core.worktree names another folder";
  const isShared = fs.existsSync(path.join(gitFolder, "commondir"));
  return isShared ? "its commondir names another repository" : null;
}

function namesFile(file: string, named: string): boolean {
  try {
    const text = fs.readFileSync(file, "utf8").trim();
    return realPath(path.resolve(path.dirname(file), text)) === realPath(named);
  } catch {
    return false;
  }
}

/** Settings that were included from a file elsewhere. */
function findForeignSettings(
  { root, gitFolder, commonFolder }: RepositoryPlaces,
  own: readonly OwnEntry[],
): string | null {
  const allowed = [root, gitFolder, commonFolder].map(realPath);
  const files = new Set(own.map(({ file }) => realPath(path.resolve(root, file))));
  const foreign = [...files].find((file) => !allowed.some((folder) => isInside(file, folder)));
  return foreign === undefined ? null : `its settings include "${foreign}"`;
}

const MAX_DEPTH = 5;

/** Other places for objects, from which anything could be read whose name is known. */
function findAlternates(objects: string, inside: string, depth: number): string | null {
  const list = path.join(objects, "info", "alternates");
  const text = fs.existsSync(list) ? fs.readFileSync(list, "utf8") : "";
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const named = realPath(path.resolve(objects, line));
    if (depth > MAX_DEPTH || !isInside(named, realPath(inside))) {
      return "objects/info/alternates names another repository";
    }
    const nested = findAlternates(named, inside, depth + 1);
    if (nested !== null) return nested;
  }
  return null;
}

/** Folders whose links make git read nothing: hooks do not run, the others are not entered. */
const UNREAD = new Set(["hooks", "modules", "worktrees", "lfs", "logs"]);

/** A link among git's own files, which git itself never creates there. */
function findLinks(gitFolder: string): string | null {
  const waiting = [gitFolder];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (folder === gitFolder && UNREAD.has(entry.name)) continue;
      const name = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) return `"${path.relative(gitFolder, name)}" in it is a link`;
      if (entry.isDirectory()) waiting.push(name);
    }
  }
  return null;
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
