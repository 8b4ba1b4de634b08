import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import {
  findOutsideReference,
  type OwnEntry,
  type RepositoryPlaces,
} from "./find-outside-reference.ts";
import { type GitOptions, runGit } from "./run-git.ts";
import type { GitSettings } from "./safe-settings.ts";

/** A repository in which everything lies where it belongs, so that git reads nothing else. */
export interface Repository {
  /** The top of its working files. */
  readonly root: string;
  /** The output of a command of git in the folder; null when git fails. */
  run(args: readonly string[], more?: Pick<GitOptions, "set" | "input">): Promise<Buffer | null>;
}

/**
 * Opens the repository around a folder; null without one. One whose settings or files lead elsewhere is refused:
 * a folder may come from anyone, and its `.git` could make git read the files of another project. Programs
 * that it names itself, such as filters, are switched off; those of the user's own settings stay.
 */
export async function openRepository(folder: string): Promise<Repository | null> {
  return openAt(await placesOf({ folder }), { folder });
}

/** The same for who reads commits only: the folder may be a bare repository, such as a mirror. */
export async function openCommits(folder: string): Promise<Repository | null> {
  const isBare = ["HEAD", "objects", "refs"].every((name) =>
    fs.existsSync(path.join(folder, name)),
  );
  if (!isBare) return openRepository(folder);
  const places = { folder, gitFolder: folder, commonFolder: folder, root: folder };
  return openAt(places, { folder, set: { GIT_DIR: folder } });
}

async function openAt(
  places: RepositoryPlaces | null,
  place: Pick<GitOptions, "folder" | "set">,
): Promise<Repository | null> {
  const { folder, set } = place;
  if (places === null) return null;
  const config = await outputOf(LIST_CONFIG, place);
  const own = ownEntries(config?.toString("utf8") ?? "");
  const leadOut = findOutsideReference(places, own);
  if (leadOut !== null) throw refused(folder, leadOut);
  const settings = withoutOwnPrograms(own.map(({ name }) => name));
  return {
    root: places.root,
    run: (args, more) =>
      outputOf(args, { folder, settings, ...more, set: { ...set, ...more?.set } }),
  };
}

const LIST_CONFIG = ["config", "--list", "--includes", "--show-scope", "--show-origin", "-z"];

async function outputOf(args: readonly string[], options: GitOptions): Promise<Buffer | null> {
  // No git, no repository or no such object: the caller knows what that means.
  const result = await runGit(args, options).catch(() => null);
  return result?.exitCode === 0 ? result.stdout : null;
}

async function placesOf({ folder }: GitOptions): Promise<RepositoryPlaces | null> {
  const asking = ["rev-parse", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"];
  const answer = (await outputOf(asking, { folder }))?.toString("utf8").split("\n") ?? [];
  const [gitFolder = "", common = "", root = ""] = answer;
  if (answer.length !== 4) return null;
  return { folder, gitFolder, commonFolder: path.resolve(folder, common), root };
}

/** Entries of the repository itself; those of the system, the user and ours are not among them. */
function ownEntries(listed: string): readonly OwnEntry[] {
  const fields = listed.split("\0");
  const entries: OwnEntry[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = "", origin = "", entry = ""] = fields.slice(at, at + 3);
    if (scope !== "local" && scope !== "worktree") continue;
    const [name = "", ...value] = entry.split("\n");
    entries.push({ name, value: value.join("\n"), file: origin.replace(/^file:/, "") });
  }
  return entries;
}

/** What switches the programs off that a repository may define, by the first part of their settings. */
const programs: readonly (readonly [prefix: string, off: GitSettings])[] = [
  [
    "filter",
    [
      ["clean", ""],
      ["smudge", ""],
      ["process", ""],
      ["required", "false"],
    ],
  ],
  [
    "lfs.extension",
    [
      ["clean", "false"],
      ["smudge", "false"],
    ],
  ],
  ["hook", [["enabled", "false"]]],
];

function withoutOwnPrograms(names: readonly string[]): GitSettings {
  return programs.flatMap(([prefix, off]) => {
    const own = names.flatMap((name) => {
      const end = name.lastIndexOf(".");
      const isOne = name.toLowerCase().startsWith(`${prefix}.`) && end > prefix.length;
      return isOne ? [name.slice(0, end)] : [];
    });
    return [...new Set(own)].flatMap((name) =>
      off.map(([key, value]) => [`${name}.${key}`, value] as const),
    );
  });
}

function refused(folder: string, state: string): HoldallError {
  return new HoldallError(
    "E_REPOSITORY",
    `Cannot use the Git repository of "${folder}": ${state}`,
    {
      cure: 'clone it again with "git clone"; "task pack" does without Git with --no-git-auto --snapshot copy',
    },
  );
}
