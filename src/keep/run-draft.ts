import type { FileVersion, Tombstone } from "../backup/backup.ts";
import {
  applyRun,
  type ChainState,
  dropUnreferenced,
  recordOfVersion,
  usedVersions,
} from "../backup/chain-state.ts";
import type { FileRecord, RunRecord, SessionRecord, VersionRecord } from "../backup/records.ts";
import { writeRun } from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";

/** What a run adds to what is known of a machine. */
export interface RunDraft {
  readonly versions: VersionRecord[];
  readonly files: FileRecord[];
  readonly sessions: SessionRecord[];
  readonly forgotten: Tombstone[];
}

/** A run that adds nothing yet. */
export function emptyDraft(): RunDraft {
  return { versions: [], files: [], sessions: [], forgotten: [] };
}

/** Whether a run would add nothing. */
export function isEmpty({ versions, files, sessions, forgotten }: RunDraft): boolean {
  return [versions, files, sessions, forgotten].every((list) => list.length === 0);
}

/** Adds a content under an id of the next run. */
export function addVersion(
  state: ChainState,
  draft: RunDraft,
  version: Omit<FileVersion, "id">,
  base: FileVersion | null,
): string {
  const id = `${nextSequence(state)}.${draft.versions.length}`;
  draft.versions.push(recordOfVersion({ id, ...version }, base));
  return id;
}

/** The number of the run after those that are there. */
function nextSequence({ newest }: ChainState): number {
  return (newest?.sequence ?? 0) + 1;
}

/** When and where a run takes place. */
export interface RunFacts {
  readonly at: string;
  readonly host: string;
  readonly homeFolder: string;
  /** Whether everything is to be described, as after damage or a removal. */
  readonly isFull: boolean;
  /** Whether sessions are removed, and with them everything before. */
  readonly isBase?: boolean;
}

/** A full record is due when those since the last one are as long together, or are many. */
const MAX_RUNS_BETWEEN = 500;

/** Writes the record of a run. Everything that it refers to must be on disk. */
export function commitRun(
  backup: BackupFolder,
  state: ChainState,
  draft: RunDraft,
  { at, host, homeFolder, isFull, isBase = false }: RunFacts,
): string {
  const sequence = nextSequence(state);
  const isDue = state.addedBytes > state.fullBytes || state.runs.length > MAX_RUNS_BETWEEN;
  const added: RunRecord = {
    format: "holdall-kept-run",
    version: 1,
    chain: state.chain,
    sequence,
    previous: state.newest?.hash ?? null,
    at,
    host,
    user_folder: homeFolder,
    full: false,
    base: isBase,
    ...draft,
  };
  const full = isFull || isBase || isDue || state.runs.length === 0;
  applyRun(state, added);
  if (isBase) dropUnreferenced(state);
  const record = full ? { ...added, full, ...fullDraft(state) } : added;
  const { hash, bytes, name } = writeRun(backup, record);
  state.runs.push({ chain: state.chain, sequence, hash, at, host, homeFolder, isSigned: false });
  state.newest = { sequence, hash };
  if (full) state.fullBytes = bytes;
  state.addedBytes = full ? 0 : state.addedBytes + bytes;
  return name;
}

/** Everything that is known of a machine. */
function fullDraft(state: ChainState): RunDraft {
  const used = usedVersions(state);
  const versions = [...state.versions.values()].filter(({ id }) => used.has(id));
  return {
    versions: versions.map((version) => recordOfVersion(version, null)),
    files: [...state.files.values()],
    sessions: [...state.sessions.values()],
    forgotten: [...state.forgotten.values()],
  };
}
