import { HoldallError } from "../../../base/errors.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { decodeUtf8 } from "../../../base/text/text.ts";
import { parsePatch } from "../../../base/text/unified-diff.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { patchStat } from "../../compare/patch-stat.ts";
import { hiddenMatcher } from "../../pack/hidden-matcher.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { sideOfFiles } from "../../pack/snapshot-side.ts";
import type { CapturedHidden, CapturedItem } from "../../pack/write-task.ts";
import { trackedFiles } from "../git.ts";
import { bringTo, type CaptureSource, rulesFor, strategyOf } from "./capture.ts";
import { capturedFiles, captureFolder, type Skipped } from "./capture-folder.ts";

type FileItem = Extract<CapturedItem, { kind: "file" }>;

/** The files of a task that are hidden from agents, and their paths. */
export interface HiddenCapture extends CapturedHidden {
  readonly items: readonly FileItem[];
}

/** Captures the files of the result that the settings hide; undefined when they hide none. */
export async function captureHidden(
  context: OperationContext,
  source: CaptureSource,
  settings: PackSettings,
  onSkip: (skipped: Skipped) => void,
): Promise<HiddenCapture | undefined> {
  const isHidden = hiddenMatcher(settings);
  if (isHidden === null) return undefined;
  const { folder } = source;
  if (folder === null) {
    throw new HoldallError("E_USAGE", "Cannot hide files: there is no folder to take them from", {
      cure: "name the folder of the project with --workspace",
    });
  }
  const items: FileItem[] = [];
  for await (const item of resultOf(context, { ...source, folder }, settings, {
    isHidden,
    onSkip,
  })) {
    if (item.kind === "file" && isHidden(item.path)) items.push(item);
  }
  if (items.length === 0) throw nothingToHide(folder);
  noteSeen(context, items, source, settings);
  return { items, capturedAt: context.now().toISOString() };
}

/** The files of a folder that may be hidden, as they are after the task. */
async function* resultOf(
  { progress }: Pick<OperationContext, "progress">,
  source: CaptureSource & { readonly folder: string },
  settings: PackSettings,
  { isHidden, onSkip }: { isHidden: (path: string) => boolean; onSkip: (skipped: Skipped) => void },
): AsyncGenerator<CapturedItem> {
  const { folder, base } = source;
  const rules = rulesFor(source, settings);
  const known = await knownPaths(source, settings);
  const only = { has: (path: string) => isHidden(path) && (known?.has(path) ?? true) };
  const items = captureFolder(folder, { rules, followLinks: true, only, onSkip, progress });
  const patches = (base === null ? parsePatch(textOf(source)) : null) ?? [];
  // The patch since a commit is that of the folder as it is.
  const here =
    patches.length === 0 ? null : await sideOfFiles(patches, capturedFiles(folder, rules));
  yield* bringTo("after", { items, patches, here }).items;
}

/** In a repository, the files that Git knows and those of the patch; null for all files. */
async function knownPaths(
  source: CaptureSource & { readonly folder: string },
  settings: PackSettings,
): Promise<ReadonlySet<string> | null> {
  const strategy = strategyOf(source, settings);
  if (source.base === null && strategy !== "git-tracked" && strategy !== "git-ref") return null;
  return new Set([...(await trackedFiles(source.folder)), ...touchedPaths(source)]);
}

function touchedPaths(source: CaptureSource): readonly string[] {
  return patchStat(textOf(source)).files.map(({ path }) => path);
}

function textOf({ diff }: CaptureSource): string {
  return (diff && decodeUtf8(diff)) ?? "";
}

function nothingToHide(folder: string): HoldallError {
  return new HoldallError("E_EMPTY", `Cannot hide files: none of "${folder}" matches`, {
    cure: "name them with --hidden PATTERN, such as --hidden 'checks/'",
  });
}

/** Reports which hidden files are no secret: they were there before the task. */
function noteSeen(
  { note }: Pick<OperationContext, "note">,
  items: readonly FileItem[],
  source: CaptureSource,
  settings: PackSettings,
): void {
  if (!source.hasResult && strategyOf(source, settings) !== "git-ref") return;
  const touched = new Set(touchedPaths(source));
  const seen = items.filter(({ path }) => !touched.has(path)).length;
  if (seen === 0) return;
  note(
    `${formatCount(seen, "hidden file")} of ${items.length} did not change in the task: agents see it, but what they write there does not count`,
  );
}
