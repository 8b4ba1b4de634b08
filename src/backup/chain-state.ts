import { HoldallError } from "../base/errors.ts";
import type { BackupRun, FilePart, FileVersion, Tombstone } from "./backup.ts";
import { parsePart } from "./layout.ts";
import {
  type FileRecord,
  fileKey,
  type RunRecord,
  type SessionRecord,
  sessionKey,
  type VersionRecord,
} from "./records.ts";

/** What the runs of one machine add up to. */
export interface ChainState {
  readonly chain: string;
  /** The runs that were read: from the newest full record on, oldest first. */
  readonly runs: BackupRun[];
  readonly versions: Map<string, FileVersion>;
  readonly files: Map<string, FileRecord>;
  readonly sessions: Map<string, SessionRecord>;
  readonly forgotten: Map<string, Tombstone>;
  /** The newest record by its name, also if it cannot be read; null before the first one. */
  newest: { readonly sequence: number; readonly hash: string } | null;
  /** The newest record that removed something; null without one. Those before it may still be there. */
  baseSequence: number | null;
  /** Size of the newest full record, and of those after it. */
  fullBytes: number;
  addedBytes: number;
}

/** The state before the first run. */
export function emptyState(chain: string): ChainState {
  return {
    chain,
    runs: [],
    versions: new Map(),
    files: new Map(),
    sessions: new Map(),
    forgotten: new Map(),
    newest: null,
    baseSequence: null,
    fullBytes: 0,
    addedBytes: 0,
  };
}

/** Applies a run to the state before it. */
export function applyRun(state: ChainState, record: RunRecord): void {
  const { versions, files, sessions, forgotten } = state;
  if (record.full) for (const map of [files, sessions, forgotten]) map.clear();
  const resolved = record.versions.map((each) => resolveVersion(each, versions));
  if (record.full) versions.clear();
  for (const version of resolved) versions.set(version.id, version);
  for (const session of record.sessions) {
    sessions.set(sessionKey(session), session);
    forgotten.delete(sessionKey(session));
  }
  for (const file of record.files) files.set(fileKey(file.agent, file.place, file.path), file);
  for (const tombstone of record.forgotten) {
    forgotten.set(sessionKey(tombstone), tombstone);
    sessions.delete(sessionKey(tombstone));
  }
  if (record.base) state.baseSequence = record.sequence;
  if (record.versions.length > 0 && versions.size > files.size) dropUnused(state);
}

/** The versions that something refers to: newest contents, earlier ones of logs, and those of sessions that are gone. */
export function usedVersions({
  files,
  sessions,
}: Pick<ChainState, "files" | "sessions">): Set<string> {
  const used = new Set<string>();
  for (const { current, earlier } of files.values()) {
    used.add(current);
    for (const id of earlier) used.add(id);
  }
  for (const { gone } of sessions.values()) for (const id of gone?.versions ?? []) used.add(id);
  return used;
}

/** Removes files that no session has, and contents that nothing refers to. */
export function dropUnreferenced(state: ChainState): void {
  const { files, sessions } = state;
  const used = new Set<string>();
  for (const { agent, files: keys } of sessions.values()) {
    for (const key of keys) used.add(`${agent}/${key}`);
  }
  for (const key of files.keys()) if (!used.has(key)) files.delete(key);
  dropUnused(state);
}

function dropUnused(state: ChainState): void {
  const used = usedVersions(state);
  for (const id of state.versions.keys()) if (!used.has(id)) state.versions.delete(id);
}

function resolveVersion(
  { id, bytes, modified_ms, mode, base, parts }: VersionRecord,
  versions: ReadonlyMap<string, FileVersion>,
): FileVersion {
  const before = base === undefined ? [] : (versions.get(base)?.parts ?? []);
  const resolved: FilePart[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      const parsed = parsePart(part);
      if (parsed === null) throw damaged(id);
      resolved.push(parsed);
      continue;
    }
    const kept = before.slice(resolved.length, resolved.length + part);
    if (kept.length !== part) throw damaged(id);
    resolved.push(...kept);
  }
  const sum = resolved.reduce((total, part) => total + part.bytes, 0);
  if (sum !== bytes) throw damaged(id);
  return { id, bytes, modified_ms, mode, parts: resolved };
}

function damaged(id: string): HoldallError {
  return new HoldallError("E_DIGEST", `Cannot read the backup: version ${id} has damaged parts`);
}

/** A version as a record has it, with what it shares with another one counted and not repeated. */
export function recordOfVersion(version: FileVersion, base: FileVersion | null): VersionRecord {
  const { id, bytes, modified_ms, mode } = version;
  const parts: (string | number)[] = [];
  for (const [at, { hash, bytes: size }] of version.parts.entries()) {
    const same = base?.parts[at];
    const isKept = same?.hash === hash && same.bytes === size;
    const last = parts.at(-1);
    if (!isKept) parts.push(`${hash}:${size}`);
    else if (typeof last === "number") parts[parts.length - 1] = last + 1;
    else parts.push(1);
  }
  return { id, bytes, modified_ms, mode, ...(base !== null && { base: base.id }), parts };
}
