/**
 * Lines of `logs/context_audit.ndjson`: one JSON object for each refresh that was recorded. A line names the hash of
 * the files before and of the line before, so that one which was changed, moved or removed is found.
 */

import { isSha256, sha256 } from "../../base/hash.ts";
import { isObject, type Json } from "../../base/json/value.ts";

/** What a line records about a refresh. */
export interface AuditEntry {
  readonly at: string;
  /** Hash of the curated files. */
  readonly bundle: string;
  /** The hash that was recorded before; null for the first. */
  readonly prev: string | null;
  /** SHA-256 of the line that recorded it. */
  readonly prevLine: string | null;
  /** The beginning of each file's hash, by the file's name without its ending. */
  readonly files: ReadonlyMap<string, string>;
}

/** Who refreshed what. */
export interface AuditSubject {
  readonly responsibility: string;
  readonly mandate: string;
}

/** The clause of the guardrails that the record of refreshes belongs to. */
export const AUDIT_CLAUSE = "context.audit";

/** The kind of every entry, and of lines in the memory that record a refresh. */
export const REFRESHED = "bundle_refreshed";

/** The longest line that is read. */
const MAX_LINE = 64 * 1024;
/** Hashes of so many files are listed; the hash of the bundle is over all of them. */
const MAX_FILES = 256;
const NAME = /^[a-z0-9_]{1,128}$/;

/** The line of an entry, without its end. */
export function formatAuditLine(
  { responsibility, mandate }: AuditSubject,
  { at, bundle, prev, prevLine, files }: AuditEntry,
): string {
  return JSON.stringify({
    at,
    kind: REFRESHED,
    responsibility,
    mandate,
    bundle: `sha256:${bundle}`,
    prev: prev === null ? null : `sha256:${prev}`,
    prev_line: prevLine === null ? null : `sha256:${prevLine}`,
    clause: AUDIT_CLAUSE,
    files: Object.fromEntries([...files].slice(0, MAX_FILES)),
  });
}

/** The entry of a line; null for anything else. The file lies in the project: anyone may have written it. */
export function parseAuditLine(line: string): AuditEntry | null {
  if (!line.startsWith("{") || line.length > MAX_LINE) return null;
  const value = parsed(line);
  if (!isObject(value) || value.kind !== REFRESHED || typeof value.at !== "string") return null;
  const bundle = hashOf(value.bundle);
  const prev = hashOf(value.prev);
  const prevLine = hashOf(value.prev_line);
  if (typeof bundle !== "string" || prev === undefined || prevLine === undefined) return null;
  const files = Object.entries(isObject(value.files) ? value.files : {});
  const named = files.flatMap(([name, hash]): [string, string][] =>
    NAME.test(name) && typeof hash === "string" ? [[name, hash]] : [],
  );
  return { at: value.at, bundle, prev, prevLine, files: new Map(named.slice(0, MAX_FILES)) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // Somebody's text.
  }
}

/** The digits of a hash, null where none is named, undefined for anything else. */
function hashOf(value: Json | undefined): string | null | undefined {
  if (value === null) return null;
  if (typeof value !== "string" || !value.startsWith("sha256:")) return undefined;
  const digits = value.slice("sha256:".length);
  return isSha256(digits) ? digits : undefined;
}

/** A refresh that the next one follows. */
export interface FormerRefresh {
  /** Hash of the curated files. */
  readonly hash: string;
  /** SHA-256 of the line that records it. */
  readonly line: string;
}

/** The refresh that a line of the file records; null if it records none. */
export function refreshOf(line: string): FormerRefresh | null {
  const entry = parseAuditLine(line);
  return entry === null ? null : { hash: entry.bundle, line: sha256(line) };
}
