import type { FileEntry, FileTree } from "../../../base/file-set.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import type { SessionPeriod } from "./later-files.ts";

/** A task that is to be packed, before secrets are looked for and files are captured. */
export interface TaskDraft {
  readonly title: string;
  readonly task: string;
  readonly summary: string;
  readonly acceptance: string | undefined;
  readonly diff: Uint8Array | FileEntry | undefined;
  readonly events: readonly EventRecord[] | FileEntry | undefined;
  /** The folder of the project; null when no files are captured. */
  readonly folder: string | null;
  /** Of a session: when it took place; undefined for a task that is packed from files. */
  readonly period?: SessionPeriod;
  /** Further keys of `bundle.json`. */
  readonly metadata: JsonObject;
  readonly createdAt: string;
  /** Paths that are read: the output must not touch them. */
  readonly inputs: readonly string[];
  readonly beside: FileTree;
}
