/** Chooses the files that a task bundle captures, and the state they are in. */

import fs from "node:fs";
import { HoldallError } from "../../../base/errors.ts";
import type { Link } from "../../../base/escaping-links.ts";
import { hiddenFault } from "../../../base/paths.ts";
import { decodeUtf8 } from "../../../base/text/text.ts";
import { type Direction, type FilePatch, parsePatch } from "../../../base/text/unified-diff.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { hiddenMatcher } from "../../pack/hidden-matcher.ts";
import {
  createIgnoreRules,
  defaultExcludes,
  type IgnoreRules,
  parseIgnoreFile,
} from "../../pack/ignore-rules.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { crossFiles, sideOfFiles } from "../../pack/snapshot-side.ts";
import type { CapturedItem, CapturedWorkspace, SnapshotStrategy } from "../../pack/write-task.ts";
import { committedFiles, readCommitted, trackedFiles, unignoredFiles } from "../git.ts";
import {
  capturedFiles,
  captureFolder,
  isLeftOut,
  type Skipped,
  safeLinks,
} from "./capture-folder.ts";

const IGNORE_FILE = ".taskbundleignore";
const IGNORE = { what: "ignore rules", maxBytes: 1024 * 1024 };

/** What is captured from, and what is known about it. */
export interface CaptureSource {
  readonly folder: string | null;
  /** Files of the folder that the task is packed from, and that are no part of it. */
  readonly own: ReadonlySet<string>;
  /** The commit that the task started from; null when it is not known. */
  readonly base: string | null;
  readonly diff: Uint8Array | null;
  /** Whether the task was done, as far as the bundle says: there is a patch. */
  readonly hasResult: boolean;
  /** Whether repository and commit are known, so that their names can replace the files. */
  readonly hasCommit: boolean;
}

/** Captures the files of a workspace as the settings say; null when none are to be captured. */
export async function captureWorkspace(
  context: OperationContext,
  source: CaptureSource,
  settings: PackSettings,
  onSkip: (skipped: Skipped) => void,
): Promise<CapturedWorkspace | undefined> {
  const { folder, own, base, diff, hasCommit } = source;
  const strategy = strategyOf(source, settings);
  const capturedAt = context.now().toISOString();
  if (strategy === "none") return undefined;
  if (strategy === "git-ref") {
    if (!hasCommit) throw missingCommit();
    return { items: [], state: null, strategy, capturedAt };
  }
  if (folder === null) throw missingFolder(strategy);
  const patches = parsePatch((diff && decodeUtf8(diff)) ?? "") ?? [];
  const rules = rulesFor({ folder, own }, settings);
  if (base !== null && settings.state !== "after") {
    const found = committedItems({ folder, base, rules, only: onlyOf(strategy, patches) }, onSkip);
    const items = withoutHidden(withPlainNames(found, onSkip), source, settings);
    return { items, state: "before", strategy, capturedAt };
  }
  const only = await pathsOf(strategy, folder, { patches, settings });
  const followLinks = settings.followSymlinks ?? false;
  const options = { rules, followLinks, only, onSkip, progress: context.progress };
  const found = captureFolder(folder, options);
  const here =
    patches.length === 0 ? null : await sideOfFiles(patches, capturedFiles(folder, rules));
  // Without a patch nothing was done yet, as far as the bundle says.
  const side = patches.length === 0 ? (settings.state ?? "before") : here;
  const { items, state } = bringTo(settings.state, { items: found, patches, here: side });
  if (state === null) {
    context.note(
      "It is not known whether the captured files are those before the task; use --state",
    );
  }
  const visible = withoutHidden(withPlainNames(items, onSkip), source, settings);
  return { items: visible, state, strategy, capturedAt };
}

/**
 * The files of a start without those that are to be hidden, when nothing was done yet: they would show what is to come.
 * After a result the start has them as they were before it.
 */
async function* withoutHidden(
  items: AsyncIterable<CapturedItem>,
  { hasResult }: CaptureSource,
  settings: PackSettings,
): AsyncGenerator<CapturedItem> {
  const isHidden = hasResult ? null : hiddenMatcher(settings);
  for await (const item of items) if (!isHidden?.(item.path)) yield item;
}

/**
 * Leaves out what has a name that cannot be seen as it is: a repository may have such files, but no bundle with
 * one is accepted.
 */
async function* withPlainNames(
  items: AsyncIterable<CapturedItem>,
  onSkip: (skipped: Skipped) => void,
): AsyncGenerator<CapturedItem> {
  for await (const item of items) {
    const name = hiddenFault(item.path);
    const target = item.kind === "link" ? hiddenFault(item.target) : null;
    if (name !== null) onSkip({ path: item.path, why: `its name ${name}` });
    else if (target !== null) onSkip({ path: item.path, why: `its target ${target}` });
    else yield item;
  }
}

/** How the files of a source are chosen. */
export function strategyOf(
  { folder, base }: Pick<CaptureSource, "folder" | "base">,
  { snapshot }: PackSettings,
): SnapshotStrategy {
  if (snapshot !== undefined) return snapshot;
  if (folder === null) return "none";
  return base === null ? "copy" : "git-tracked";
}

interface Found {
  readonly items: AsyncIterable<CapturedItem>;
  readonly patches: readonly FilePatch[];
  /** The side of the diff that the files are on. */
  readonly here: Direction | null;
}

/** The files on the side that was asked for; without a wish on the side before the task. */
export function bringTo(wanted: Direction | undefined, { items, patches, here }: Found) {
  const side = wanted ?? "before";
  if (here === null) return { items, state: wanted ?? null };
  return { items: here === side ? items : crossFiles(items, patches, here), state: side };
}

/** The rules for what is left out of a folder. */
export function rulesFor(
  { folder, own }: { readonly folder: string; readonly own: ReadonlySet<string> },
  { exclude = [], include = [] }: PackSettings,
): IgnoreRules {
  const file = pathInside(folder, IGNORE_FILE);
  const ignored = fs.existsSync(file) ? parseIgnoreFile(readSmallFile("/", file, IGNORE).text) : [];
  const rules = createIgnoreRules([...defaultExcludes, ...ignored, ...exclude], include);
  return { ...rules, isExcluded: (at, isFolder) => own.has(at) || rules.isExcluded(at, isFolder) };
}

/** The only paths that a strategy captures; null for all. */
async function pathsOf(
  strategy: SnapshotStrategy,
  folder: string,
  { patches, settings }: Readonly<{ patches: readonly FilePatch[]; settings: PackSettings }>,
): Promise<ReadonlySet<string> | null> {
  if (isStated(settings)) return unignoredFiles(folder);
  if (strategy !== "git-tracked") return onlyOf(strategy, patches);
  // What the task added may not be in the index yet.
  return new Set([...(await trackedFiles(folder)), ...touched(patches)]);
}

/** Whether a task is stated in words for the folder as it is, and nothing says which of its files count. */
function isStated({ prompt, fromSession, snapshot, diff }: PackSettings): boolean {
  return [fromSession, snapshot, diff].every((each) => each === undefined) && prompt !== undefined;
}

function onlyOf(strategy: SnapshotStrategy, patches: readonly FilePatch[]) {
  return strategy === "diff-only" ? new Set(touched(patches)) : null;
}

function touched(patches: readonly FilePatch[]): string[] {
  return patches.flatMap(({ before, after }) => [before, after].filter((each) => each !== null));
}

interface Committed {
  readonly folder: string;
  readonly base: string;
  readonly rules: IgnoreRules;
  readonly only: ReadonlySet<string> | null;
}

/** The files of the commit that the task started from. */
async function* committedItems(
  { folder, base, rules, only }: Committed,
  onSkip: (skipped: Skipped) => void,
): AsyncGenerator<CapturedItem> {
  const all = await committedFiles(folder, base);
  const chosen = all.filter(
    ({ path: file }) => (only?.has(file) ?? true) && !isLeftOut(rules, file),
  );
  const links: Link[] = [];
  for await (const { path: file, mode, bytes } of readCommitted(folder, chosen)) {
    if (mode !== "120000") {
      yield { kind: "file", path: file, mode: mode === "100755" ? 0o755 : 0o644, content: bytes };
    } else links.push({ path: file, target: Buffer.from(bytes).toString("utf8") });
  }
  yield* safeLinks(links, onSkip);
}

function missingCommit(): HoldallError {
  return new HoldallError("E_USAGE", "Cannot name a commit for the files: it is not known", {
    cure: "give --repo and --commit, or capture files with --snapshot git-tracked",
  });
}

function missingFolder(strategy: SnapshotStrategy): HoldallError {
  return new HoldallError("E_USAGE", `Cannot capture files (--snapshot ${strategy}): no folder`, {
    cure: "name the folder of the project with --workspace",
  });
}
