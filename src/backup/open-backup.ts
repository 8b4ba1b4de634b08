import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { isObject } from "../base/json/value.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { parseTemporaryName } from "../disk/temporary-name.ts";
import { dataFolder } from "../disk/user-folder.ts";
import { createFile, createFolders } from "../durable/files.ts";
import type { Backup, FileVersion, KeptFile, KeptSession } from "./backup.ts";
import type { ChainState } from "./chain-state.ts";
import { LOCK, MARKER } from "./layout.ts";
import { type PartIndex, readPartIndex } from "./part-index.ts";
import { type FileRecord, fileKey, type SessionRecord } from "./records.ts";
import { listChains, type OnFault, readChain } from "./run-log.ts";
import type { BackupFolder } from "./sealing.ts";

/** The backup of a user: `$XDG_DATA_HOME/holdall/kept`. */
export function defaultBackup(environment: Parameters<typeof dataFolder>[0]): string {
  return path.join(dataFolder(environment), "kept");
}

/** Creates a backup in a folder that is empty or not there; one that exists is left as it is. */
export function createBackup(folder: string): void {
  if (isBackup(folder)) return;
  if (fs.existsSync(folder) && fs.readdirSync(folder).some((name) => !isTemporary(name))) {
    throw new HoldallError(
      "E_PROTECTED",
      `Cannot keep sessions in "${folder}": it has other files`,
      {
        cure: "name an empty folder, or one that does not exist yet",
      },
    );
  }
  createFolders(folder, 0o700);
  const target = path.join(folder, MARKER);
  const text = `${JSON.stringify({ format: "holdall-backup", version: 1 })}\n`;
  createFile(target, text, { mode: 0o600, temporary: temporaryBeside(target) });
}

/** What a killed process left that was creating a backup. */
function isTemporary(name: string): boolean {
  return name === LOCK || parseTemporaryName(name) !== null;
}

/** Whether a folder is a backup; one of a later version is refused. */
export function isBackup(folder: string): boolean {
  const marker = path.join(folder, MARKER);
  const stats = statsOf(marker);
  if (!stats?.isFile() || stats.size > 4096) return false;
  const value = parse(fs.readFileSync(marker, "utf8"));
  if (!isObject(value) || value.format !== "holdall-backup") return false;
  if (value.version === 1) return true;
  throw new HoldallError("E_VERSION", `Cannot open "${folder}": it is of a later version`, {
    cure: "install a newer version of Holdall",
  });
}

/** What is at a path; undefined where nothing is, and below a file. */
function statsOf(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Opens a backup for reading; null where there is none. What cannot be read of it is reported and left out. */
export function openBackup(backup: BackupFolder, onFault: OnFault = () => {}): Backup | null {
  const { folder } = backup;
  if (!isBackup(folder)) return null;
  const states = listChains(folder).map((chain) => readChain(backup, chain, onFault));
  let index: PartIndex | undefined;
  const parts = () => {
    index ??= readPartIndex(backup, onFault);
    return index;
  };
  return {
    ...backup,
    runs: states.flatMap(({ runs }) => runs),
    sessions: states.flatMap(sessionsOf),
    forgotten: states.flatMap(({ forgotten }) => [...forgotten.values()]),
    read: (version, from = 0) => readVersion(parts, version, from),
  };
}

async function* readVersion(
  parts: () => PartIndex,
  { parts: list }: FileVersion,
  from: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const part of list) {
    const end = at + part.bytes;
    if (end > from)
      yield parts()
        .read(part)
        .subarray(Math.max(0, from - at));
    at = end;
  }
}

/** The sessions of a machine with their files. */
export function sessionsOf(state: ChainState): readonly KeptSession[] {
  const files = new Map<string, KeptFile>();
  for (const [key, record] of state.files) {
    const file = fileOf(state, record);
    if (file !== null) files.set(key, file);
  }
  return [...state.sessions.values()].map((record) => sessionOf(state, record, files));
}

function fileOf({ versions }: ChainState, record: FileRecord): KeptFile | null {
  const { agent, place, path: name, kind } = record;
  const current = versions.get(record.current);
  if (current === undefined) return null;
  const earlier = record.earlier.flatMap((id) => versions.get(id) ?? []);
  return { agent, place, path: name, kind, current, earlier };
}

function sessionOf(
  { chain, versions }: ChainState,
  record: SessionRecord,
  known: ReadonlyMap<string, KeptFile>,
): KeptSession {
  const {
    agent,
    id,
    agent_id = id,
    started = null,
    title,
    cwd,
    bytes,
    modified_ms,
    kept_since,
    gone,
  } = record;
  const files = record.files.flatMap((key) => known.get(`${agent}/${key}`) ?? []);
  const last = gone?.versions.flatMap((each) => versions.get(each) ?? []);
  return {
    chain,
    agent,
    id,
    agent_id,
    started,
    title,
    cwd,
    bytes,
    modified_ms,
    kept_since,
    files,
    versions: last?.length === files.length ? last : files.map(({ current }) => current),
    gone: gone && { last_seen_at: gone.last_seen_at, missing_since: gone.missing_since },
  };
}

/** The record of a file by the key that sessions have. */
export function recordOf(
  { files }: ChainState,
  agent: string,
  key: string,
): FileRecord | undefined {
  const at = key.indexOf("/");
  return files.get(fileKey(agent, key.slice(0, at), key.slice(at + 1)));
}
