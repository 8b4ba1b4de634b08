import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { namesOf } from "../base/registry.ts";
import type { Format } from "./format.ts";
import { travelsBeside } from "./own-files.ts";

/** A format that is not loaded yet. */
interface Line {
  /** Files, one of which every bundle of the format has; null for any single file. */
  readonly signs: readonly (string | null)[];
  /** Tells apart formats that share their signs, without loading them: the one it is, or null when unsure. */
  readonly sniff?: () => Promise<{ sniff(files: FileSet): Promise<string | null> }>;
  readonly load: () => Promise<{ readonly default: Format }>;
}

/** Every built-in format, in detection order. Add a line; suites, docs and `convert` pick it up. */
const formats = {
  "context-bundle": {
    signs: [null, "context.json"],
    load: () => import("./context-bundle/context-bundle.ts"),
  },
  "task-bundle": {
    signs: ["bundle.json", "task.md"],
    load: () => import("./task-bundle/task-bundle.ts"),
  },
  "ai-context": {
    signs: [
      "bundle.yaml",
      "system_context.md",
      "current_focus.md",
      "recent_activity.md",
      // Not the folder itself: a set in memory holds files only.
      "ai_context/bundle.yaml",
      "ai_context/system_context.md",
      "ai_context/current_focus.md",
      "ai_context/recent_activity.md",
    ],
    load: () => import("./ai-context/ai-context.ts"),
  },
  "working-context": {
    signs: ["manifest.json", "snapshot.json", "lifecycle.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./working-context/working-context.ts"),
  },
  "ocf-kit": {
    signs: ["manifest.json", "snapshot.json", "lifecycle.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./ocf-kit/ocf-kit.ts"),
  },
  ocf: {
    signs: ["manifest.json", "snapshot.json", "qualify.jsonl"],
    sniff: () => import("./state-detect.ts"),
    load: () => import("./ocf/ocf.ts"),
  },
} satisfies Record<string, Line>;

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

/** The formats that a file set could be of, by the files it has; only these need to be loaded and asked. */
export async function possibleFormats(files: FileSet): Promise<readonly FormatName[]> {
  const found = new Map<string | null, boolean>([[null, await isSingleFile(files)]]);
  const possible: FormatName[] = [];
  for (const name of formatNames) {
    const signs: Line["signs"] = formats[name].signs;
    for (const sign of signs) {
      if (!found.has(sign)) found.set(sign, sign !== null && (await files.get(sign)) !== null);
    }
    if (!signs.some((sign) => found.get(sign))) continue;
    const line: Line = formats[name];
    const only = line.sniff && (await (await line.sniff()).sniff(files));
    if (!only || only === name) possible.push(name);
  }
  return possible;
}

async function isSingleFile(files: FileSet): Promise<boolean> {
  let count = 0;
  for await (const entry of files.entries()) {
    if (travelsBeside(entry.path)) continue;
    if (++count > 1 || entry.kind !== "file") return false;
  }
  return count === 1;
}
