/**
 * What is in a run record. Everything in it may come from anyone; counts are bounded by the size of the record. Its parts
 * are checked one by one and not copied by a schema: a record of ten thousand sessions is read before each run.
 */
import { isObject } from "../base/json/value.ts";
import type { FileKind } from "./backup.ts";

/** The content of a file as a run record has it. */
export interface VersionRecord {
  /** `<sequence>.<place>`, unique in a chain. */
  readonly id: string;
  readonly bytes: number;
  readonly modified_ms: number;
  readonly mode: number;
  /** The version whose parts the numbers in `parts` refer to. */
  readonly base?: string;
  /** `<sha256>:<bytes>`, or how many parts are those of `base` at the same place. */
  readonly parts: (string | number)[];
}

/** A file as a run record has it. */
export interface FileRecord {
  readonly agent: string;
  readonly place: string;
  readonly path: string;
  readonly kind: FileKind;
  /** By which the machine that wrote the record knows the file to be unchanged. */
  readonly stamp: string;
  readonly current: string;
  readonly earlier: readonly string[];
}

/** A session as a run record has it. */
export interface SessionRecord {
  readonly agent: string;
  readonly id: string;
  /** Its id at its agent, where that has given it to another session since. */
  readonly agent_id?: string;
  /** When it began, where its agent gives ids again. */
  readonly started?: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly bytes: number;
  readonly modified_ms: number;
  /** Keys of its files (`place/path`), the main one first. */
  readonly files: readonly string[];
  /** Stamps of the folders that are its own, by their keys. */
  readonly folders: readonly (readonly [string, string])[];
  readonly kept_since: string;
  readonly gone: {
    readonly last_seen_at: string;
    readonly missing_since: string;
    readonly versions: readonly string[];
  } | null;
}

/** A session that was removed, as a run record has it. */
export interface TombstoneRecord {
  readonly agent: string;
  readonly id: string;
  readonly at: string;
  /** Set for a session that was pruned: it is kept again once it was written to after this. */
  readonly modified_ms?: number | undefined;
}

/** A run record. A full one describes everything; any other what changed since the one before it. */
export interface RunRecord {
  readonly format: "holdall-kept-run";
  readonly version: 1;
  readonly chain: string;
  readonly sequence: number;
  /** SHA-256 of the record before it; null for the first one. */
  readonly previous: string | null;
  readonly at: string;
  readonly host: string;
  readonly user_folder: string;
  readonly full: boolean;
  /** Whether sessions were removed, so that what is before it must be removed, too. */
  readonly base: boolean;
  readonly versions: readonly VersionRecord[];
  readonly files: readonly FileRecord[];
  readonly sessions: readonly SessionRecord[];
  readonly forgotten: readonly TombstoneRecord[];
}

/** Whether a value is a run record. */
export function isRunRecord(value: unknown): value is RunRecord {
  return (
    isObject(value) &&
    value.format === "holdall-kept-run" &&
    value.version === 1 &&
    [value.chain, value.at, value.host, value.user_folder].every(isText) &&
    isCount(value.sequence) &&
    isTextOrNull(value.previous) &&
    typeof value.full === "boolean" &&
    typeof value.base === "boolean" &&
    isListOf(value.versions, isVersion) &&
    isListOf(value.files, isFile) &&
    isListOf(value.sessions, isSession) &&
    isListOf(value.forgotten, isTombstone)
  );
}

function isVersion(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.id) &&
    isCount(value.bytes) &&
    isNumber(value.modified_ms) &&
    isCount(value.mode) &&
    (value.base === undefined || isText(value.base)) &&
    isListOf(value.parts, (part) => isText(part) || isCount(part))
  );
}

function isFile(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.agent) &&
    isText(value.place) &&
    isText(value.path) &&
    (value.kind === "log" || value.kind === "document" || value.kind === "database") &&
    isText(value.stamp) &&
    isText(value.current) &&
    isListOf(value.earlier, isText)
  );
}

function isSession(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.agent) &&
    isText(value.id) &&
    (value.agent_id === undefined || isText(value.agent_id)) &&
    (value.started === undefined || isText(value.started)) &&
    isTextOrNull(value.title) &&
    isTextOrNull(value.cwd) &&
    isCount(value.bytes) &&
    isNumber(value.modified_ms) &&
    isListOf(value.files, isText) &&
    isListOf(value.folders, (pair) => isListOf(pair, isText)) &&
    isText(value.kept_since) &&
    (value.gone === null || isGone(value.gone))
  );
}

function isGone(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.last_seen_at) &&
    isText(value.missing_since) &&
    isListOf(value.versions, isText)
  );
}

function isTombstone(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.agent) &&
    isText(value.id) &&
    isText(value.at) &&
    (value.modified_ms === undefined || isNumber(value.modified_ms))
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

/** Longer texts are no paths, ids or hashes. */
const MAX_TEXT = 8192;

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The key of a file in a chain. */
export function fileKey(agent: string, place: string, path: string): string {
  return `${agent}/${place}/${path}`;
}

/** The key of a session in a chain. */
export function sessionKey({ agent, id }: Pick<SessionRecord, "agent" | "id">): string {
  return `${agent}/${id}`;
}
