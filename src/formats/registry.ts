import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { namesOf } from "../base/registry.ts";
import { isCompanionFile } from "./companion-files.ts";
import type { Format } from "./format.ts";

/** A format that is not loaded yet. */
interface FormatEntry {
  /** Files of which every bundle of the format has at least one; null means any single file. */
  readonly markers: readonly (string | null)[];
  /**
   * Distinguishes formats with the same markers, without loading them: the name of the one, or null
   * if unsure.
   */
  readonly sniff?: () => Promise<{ sniff(files: FileSet): Promise<string | null> }>;
  readonly load: () => Promise<{ readonly default: Format }>;
}

/** Every built-in format, in detection order. Add a line; suites, docs and `convert` pick it up. */
const formats = {
  "context-bundle": {
    markers: [null, "context.json"],
    load: () => import("./context-bundle/context-bundle.ts"),
  },
  "task-bundle": {
    markers: ["bundle.json", "task.md"],
    load: () => import("./task-bundle/task-bundle.ts"),
  },
  "ai-context": {
    markers: [
      "bundle.yaml",
      "system_context.md",
      "current_focus.md",
      "recent_activity.md",
      // Not the folder itself: a set in memory contains only files.
      "ai_context/bundle.yaml",
      "ai_context/system_context.md",
      "ai_context/current_focus.md",
      "ai_context/recent_activity.md",
    ],
    load: () => import("./ai-context/ai-context.ts"),
  },
  "working-context": {
    markers: ["manifest.json", "snapshot.json", "lifecycle.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./working-context/working-context.ts"),
  },
  "ocf-kit": {
    markers: ["manifest.json", "snapshot.json", "lifecycle.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./ocf-kit/ocf-kit.ts"),
  },
  ocf: {
    markers: ["manifest.json", "snapshot.json", "qualify.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./ocf/ocf.ts"),
  },
} satisfies Record<string, FormatEntry>;

/** The name of a built-in format. */
export type FormatName = keyof typeof formats;

/** The names of all formats, in detection order. */
export const formatNames = namesOf(formats);

/** Loads a format. */
export async function loadFormat(name: FormatName): Promise<Format> {
  // The name may have come from a file: what every object inherits is no format.
  if (!Object.hasOwn(formats, name)) {
    throw new HoldallError("E_FORMAT", `Cannot load format "${name}": no such format`);
  }
  return (await formats[name].load()).default;
}

/**
 * The formats that a file set could be, by its files. Only these are loaded and asked, which keeps
 * a start fast.
 */
export async function possibleFormats(files: FileSet): Promise<readonly FormatName[]> {
  const found = new Map<string | null, boolean>([[null, await isSingleFile(files)]]);
  const possible: FormatName[] = [];
  for (const name of formatNames) {
    const entry: FormatEntry = formats[name];
    for (const path of entry.markers) {
      if (!found.has(path)) found.set(path, path !== null && (await files.get(path)) !== null);
    }
    if (!entry.markers.some((path) => found.get(path))) continue;
    const only = entry.sniff && (await (await entry.sniff()).sniff(files));
    if (!only || only === name) possible.push(name);
  }
  return possible;
}

const formatsByMarker = new Map<string | null, FormatName[]>();
for (const name of formatNames) {
  for (const marker of formats[name].markers) {
    formatsByMarker.set(marker, [...(formatsByMarker.get(marker) ?? []), name]);
  }
}

/** The formats that a file with this path at the root of a bundle points to. */
export function formatsMarkedBy(path: string): readonly FormatName[] {
  return formatsByMarker.get(path) ?? [];
}

async function isSingleFile(files: FileSet): Promise<boolean> {
  let count = 0;
  for await (const entry of files.entries()) {
    if (isCompanionFile(entry.path)) continue;
    if (++count > 1 || entry.kind !== "file") return false;
  }
  return count === 1;
}
