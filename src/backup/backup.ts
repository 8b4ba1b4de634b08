/**
 * A backup: copies of the sessions of all agents, as they were on disk.
 *
 * A folder with `packs/` (the bytes, in compressed blocks), `runs/` (what each run of `keep now` added, chained by
 * hashes) and `backup.json`. It only grows: a run writes new packs, then its record, durably and last. What a run
 * recorded stays until `keep forget` or `keep prune` removes it by name.
 *
 * The files are relative to a *place*: a folder of an agent's store that has a name (`projects` of Claude Code), so
 * that they find their way on a machine whose agents keep their stores elsewhere.
 */

import type { TombstoneRecord } from "./records.ts";
import type { BackupFolder } from "./sealing.ts";

/** A run that is complete: its record is on disk, and so is everything that it refers to. */
export interface BackupRun {
  /** The machine that recorded it: a random id, which a machine keeps. */
  readonly chain: string;
  /** Its number in the chain of its machine, from 1. */
  readonly sequence: number;
  /** SHA-256 of its record, by which the next run names it. */
  readonly hash: string;
  readonly at: string;
  readonly host: string;
  /** The home folder of the user there, for paths that are mapped to another one. */
  readonly homeFolder: string;
  readonly isSigned: boolean;
}

/** The content of a file at the time of a run: which parts it consists of. */
export interface FileVersion {
  /** Unique in a chain: the run that stored it and its place there. */
  readonly id: string;
  readonly bytes: number;
  readonly modified_ms: number;
  /** Permission bits. */
  readonly mode: number;
  /** SHA-256 of each part, in order, and its length. */
  readonly parts: readonly FilePart[];
}

/** Some bytes that are stored once, whoever has them. */
export interface FilePart {
  readonly hash: string;
  readonly bytes: number;
}

/** What a program does to a file: adds at its end, replaces it, or changes it in place. */
export type FileKind = "log" | "document" | "database";

/** A file of an agent's store, with its newest content and what was kept of earlier ones. */
export interface KeptFile {
  readonly agent: string;
  /** The folder of the agent's store by its name; see `StoreFiles.places`. */
  readonly place: string;
  /** Its path in there, separated by `/`. */
  readonly path: string;
  readonly kind: FileKind;
  readonly current: FileVersion;
  /** Earlier contents whose bytes are not in the current one: its old part was changed. */
  readonly earlier: readonly FileVersion[];
}

/** A session as it was kept. */
export interface KeptSession {
  readonly chain: string;
  readonly agent: string;
  readonly id: string;
  /** Its id at its agent: another one than `id` where the agent has given that to a later session. */
  readonly agent_id: string;
  /** When it began; null where its agent gives no id twice. */
  readonly started: string | null;
  /** As lists showed it when it was kept, without secrets; null where it was not known. */
  readonly title: string | null;
  readonly cwd: string | null;
  /** Size and time of its conversation, as its agent's store shows them. */
  readonly bytes: number;
  readonly modified_ms: number;
  /** Its main file or database first, then everything that belongs to it. */
  readonly files: readonly KeptFile[];
  /** The content of each of `files` with which it was last seen; that of a session that is there is the current one. */
  readonly versions: readonly FileVersion[];
  readonly kept_since: string;
  /** The run that last saw it in its agent's store, and the one that did not find it; null while it is there. */
  readonly gone: { readonly last_seen_at: string; readonly missing_since: string } | null;
}

/** A session that must not be kept again. */
export type Tombstone = TombstoneRecord;

/**
 * A backup that is open for reading. What it contains was written by anyone, on a shared disk perhaps: every record is
 * checked by its schema, every byte by its hash, and damage is an error with its place.
 *
 * Contract, checked by `test/keep/`:
 * - `sessions` has each session once per chain, as of the newest run of the chain;
 * - `read` yields exactly the bytes that were kept, or throws `E_DIGEST` or `E_MISSING_FILE`;
 * - what is open sees the runs that were complete when it was opened, while other processes add more.
 */
export interface Backup extends BackupFolder {
  /** Runs by chain, oldest first: of each chain those from the newest full record on. */
  readonly runs: readonly BackupRun[];
  readonly sessions: readonly KeptSession[];
  readonly forgotten: readonly Tombstone[];
  /** The bytes of a file, from a byte on; in pieces, each checked against the hash of its part. */
  read(version: FileVersion, from?: number): AsyncIterable<Uint8Array>;
}
