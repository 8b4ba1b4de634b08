import * as z from "zod";
import type { FileEntry } from "../base/file-set.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import type { EventRecord, ListedFile } from "./task-bundle-records.ts";

/** A task bundle as it was read: small parts are here, large ones stay in their files. */
export interface TaskBundle {
  /** `bundle.json` with unknown keys. Use `textOf` and `objectOf`: values may have wrong types. */
  readonly bundle: JsonObject;
  /** `bundle.json` as it was read, to be written back while `bundle` is still the same object. */
  readonly original: { readonly bundle: JsonObject; readonly bytes: Uint8Array } | null;
  readonly task: string | null;
  readonly summary: string | null;
  /** The patch, unless there is none or it is too large. */
  readonly diff: Uint8Array | null;
  readonly events: EventsOverview | null;
  readonly workspace: WorkspaceOverview | null;
  /** The files that only judging uses; null when there are none. */
  readonly hidden: WorkspaceOverview | null;
  readonly replay: Replay;
  readonly files: KeptFiles;
  readonly contents: TaskContents;
}

/** What a rerun of the task can start from. */
export const replayStarts = ["snapshot", "reversed-diff", "repository"] as const;

/** What a rerun of the task would start from. */
export type ReplayStart = (typeof replayStarts)[number];

/** Whether the task can be run again from this bundle, which is independent of its validity. */
export const replaySchema = () =>
  z.object({
    ready: z.boolean(),
    start: z.enum(replayStarts).nullable(),
    /** Whether the captured files are those before or after the task, if that can be determined. */
    state: z.enum(["before", "after", "unknown"]).nullable(),
    /** Why it cannot, one sentence per rule. */
    failed: z.array(z.string()).readonly(),
    /** What would make a rerun better. */
    advice: z.array(z.string()).readonly(),
  });

/** Whether the task can be run again from this bundle, which is independent of its validity. */
export type Replay = z.infer<ReturnType<typeof replaySchema>>;

/** How many events there are, and the first of them. */
export interface EventsOverview {
  readonly count: number;
  readonly first: readonly EventRecord[];
}

/** How many files were captured, and the first of them. */
export interface WorkspaceOverview {
  readonly capturedAt: string | null;
  readonly count: number;
  readonly bytes: number;
  readonly first: readonly ListedFile[];
}

/** Events and files that an overview shows. */
export const PREVIEW_COUNT = 20;
/** Files a model can carry to a writer; a bundle with more is copied as files, not as a model. */
export const MAX_KEPT_FILES = 20_000;

/**
 * The files beside `bundle.json`, to be passed on as they are. Two models compare as equal whatever
 * these are.
 */
export class KeptFiles {
  // Private, because readers of bytes cannot be compared and are not part of a bundle's content.
  readonly #entries: FileEntry[] = [];
  #isComplete = true;

  add(entry: FileEntry): void {
    if (this.#entries.length < MAX_KEPT_FILES) this.#entries.push(entry);
    else this.leaveOut();
  }

  /** Says that a file is there which was not kept. */
  leaveOut(): void {
    this.#isComplete = false;
  }

  /** Every file, or null when some were not kept. */
  all(): readonly FileEntry[] | null {
    return this.#isComplete ? this.#entries : null;
  }
}

/** How the large parts of a bundle are read. */
interface ContentReaders {
  readonly events: () => AsyncIterable<readonly EventRecord[]>;
  /** The manifest's usable files in byte order; null without a manifest. */
  readonly listed: (() => AsyncIterable<readonly ListedFile[]>) | null;
  readonly filesFolder: string | null;
  /** Folders of the workspace without a file in them. */
  readonly emptyFolders: readonly string[];
  /** The files that only judging uses; null when there are none. */
  readonly hidden: HiddenContents | null;
}

/** The hidden files of a bundle. */
export interface HiddenContents {
  /** The folder of the bundle that they are in. */
  readonly folder: string;
  /** Reads their list in byte order, in batches. */
  readonly listed: () => AsyncIterable<readonly ListedFile[]>;
}

/**
 * The large parts of a bundle, read when they are asked for. Faults were reported by the first
 * reading; what cannot be used is left out here. Two models compare as equal whatever these are.
 */
export class TaskContents {
  readonly #readers: ContentReaders;

  constructor(readers: ContentReaders) {
    this.#readers = readers;
  }

  /** Every usable event in order, in batches. */
  events(): AsyncIterable<readonly EventRecord[]> {
    return this.#readers.events();
  }

  /** Every usable file of the manifest in byte order, in batches; null without a manifest. */
  listedFiles(): AsyncIterable<readonly ListedFile[]> | null {
    return this.#readers.listed?.() ?? null;
  }

  /** The folder of the bundle with the captured files; null without one. */
  filesFolder(): string | null {
    return this.#readers.filesFolder;
  }

  /** Folders of the workspace without a file in them. */
  emptyFolders(): readonly string[] {
    return this.#readers.emptyFolders;
  }

  /** The files that only judging uses, which no agent may see; null without any. */
  hidden(): HiddenContents | null {
    return this.#readers.hidden;
  }
}

/** A key's text; null when it is absent, null or something else. */
export function textOf(object: JsonObject, key: string): string | null {
  const value = ownValue(object, key);
  return typeof value === "string" ? value : null;
}

/** A key's object; an empty one when it is absent or something else. */
export function objectOf(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  return isObject(value) ? value : {};
}

/** A key's own value, never an inherited one: keys come from a file of someone else. */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The commit that a bundle names: of its repository, or as git said when it was packed. */
export function commitOf(bundle: JsonObject): string | null {
  return textOf(bundle, "commit") ?? textOf(objectOf(bundle, "git"), "commit");
}
