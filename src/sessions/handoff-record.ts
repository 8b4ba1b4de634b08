/**
 * The record of a handoff: which files it created, with their digests, so that exactly those can be removed
 * again. It is written twice: before anything is placed (`placing`), so that a killed process can be cleaned
 * up after, and when the handoff is complete.
 */
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../agents/agent.ts";
import { isAgentId, loadAgent } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { digestFile } from "../disk/digest-file.ts";
import { type PlacedFile, stampOf } from "../disk/place-text.ts";
import { replaceTextFile } from "../disk/replace-text-file.ts";
import { parseTemporaryName } from "../disk/temporary-name.ts";
import { stateFolder } from "../disk/user-folder.ts";
import { isUsed } from "./added-conversation.ts";
import { addCreatedCopy, createdCopies } from "./copies/created-copies.ts";

/** Files with their digest, and folders without one; `next` is that of a file while an update replaces it. */
const placedPathsSchema = z.array(
  z.object({ path: z.string(), sha256: z.string().nullable(), next: z.string().optional() }),
);

const recordSchema = z.object({
  version: z.literal(1),
  agent: z.string(),
  session_id: z.string(),
  at: z.string(),
  /** The session that was handed over; absent in records of earlier versions. */
  from: z.object({ agent: z.string(), session_id: z.string() }).optional(),
  /** The title of what was handed over: the receiver may have no place for it. */
  title: z.string().optional(),
  /** The session's main file. */
  path: z.string().optional(),
  /** The last item of the source that was handed over; absent in records of earlier versions. */
  last_item: z.string().optional(),
  made: placedPathsSchema,
  /** What the session was before its last updates, the newest last, and the folder beside this record with its files. */
  before: z
    .array(
      z.object({
        at: z.string(),
        last_item: z.string().optional(),
        made: placedPathsSchema,
        folder: z.string(),
      }),
    )
    .optional(),
  /** Names the process that is still placing it, as temporary names do; absent once the handoff is complete. */
  placing: z.string().optional(),
});
/** What a handoff created. */
export type HandoffRecord = z.infer<typeof recordSchema>;

/** A record and the file it is kept in. */
export interface StoredRecord {
  readonly record: HandoffRecord;
  readonly file: string;
}

function recordsFolder(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "handoffs");
}

/** The file that the record of a handoff is kept in. */
export function recordPath(environment: AgentEnvironment, id: string): string {
  return path.join(recordsFolder(environment), `${id.replace(/[^\w.-]/g, "_")}.json`);
}

/** Writes a record, or replaces it. */
export function writeRecord(file: string, record: HandoffRecord): void {
  replaceTextFile(file, `${JSON.stringify(record, null, 2)}\n`);
  if (record.placing === undefined && isCopy(record)) {
    const folder = path.dirname(path.dirname(file));
    addCreatedCopy(folder, { agent: record.agent, id: record.session_id });
  }
}

/** One that was restored from a backup under its own id is no copy. */
function isCopy({ from, session_id }: HandoffRecord): boolean {
  return from?.session_id !== session_id;
}

/** Paths with the digest of each file; a folder has none. A file as it was placed is not read again. */
export async function digestPaths(
  paths: readonly string[],
  placed: ReadonlyMap<string, PlacedFile>,
): Promise<HandoffRecord["made"]> {
  const digests: HandoffRecord["made"] = [];
  for (const each of paths) {
    const known = placed.get(each);
    const isSame = known !== undefined && known.stamp === stampOf(each);
    digests.push({ path: each, sha256: isSame ? known.sha256 : await digestOf(each) });
  }
  return digests;
}

/** The record of a handoff, by the id of the session that it created or a prefix of it. */
export function findRecord(environment: AgentEnvironment, id: string): StoredRecord {
  const file = recordPath(environment, id);
  if (fs.existsSync(file)) return { record: readRecord(file, id), file };
  const all = listRecords(environment);
  const exact = all.find(({ record }) => record.session_id === id);
  if (exact !== undefined) return exact;
  const matching = all.filter(({ record }) => record.session_id.startsWith(id));
  const [found, second] = matching;
  if (found !== undefined && second === undefined) return found;
  throw nothingToUndo(id, all.length, matching.length);
}

/** The refusal to undo what is not recorded. */
export function nothingToUndo(id: string, all: number, matching = 0): HoldallError {
  if (all === 0) {
    return new HoldallError("E_NOT_FOUND", "Cannot undo: there is no handoff that can be undone", {
      cure: "`holdall sessions` lists what can be handed over",
    });
  }
  const state =
    matching > 1 ? `ambiguous prefix; it matches ${matching} handoffs` : "there is no record of it";
  return new HoldallError("E_NOT_FOUND", `Cannot undo handoff "${id}": ${state}`, {
    cure: "`holdall handoff --list` lists the handoffs that can be undone",
  });
}

/** Records of complete handoffs, the newest first; damaged ones are left out. */
export function listRecords(environment: AgentEnvironment): readonly StoredRecord[] {
  return readRecords(environment)
    .filter(({ record }) => record.placing === undefined)
    .sort((left, right) => (left.record.at < right.record.at ? 1 : -1));
}

/** A session that a handoff created. */
export interface HandoffCopy {
  /** The title of what was handed over; null where it had none. */
  readonly title: string | null;
  /** The id of what was handed over; null in records of earlier versions. */
  readonly from: string | null;
  /** When it was complete. */
  readonly placed_ms: number;
}

/** The sessions that handoffs created, by id; one that was restored from a backup under its own id is no copy. */
export function listCopies(environment: AgentEnvironment): ReadonlyMap<string, HandoffCopy> {
  return new Map(
    listRecords(environment)
      .filter(({ record }) => isCopy(record))
      .map(({ record: { session_id, title = null, from }, file }) => {
        const placed_ms = fs.statSync(file).mtimeMs;
        return [session_id, { title, from: from?.session_id ?? null, placed_ms }];
      }),
  );
}

/** Whether a session is a copy whose handoff was undone. A backup may still have it, and nobody misses it. */
export function undoneCopies(
  environment: AgentEnvironment,
): (session: Pick<HandoffRecord, "agent"> & { readonly id: string }) => boolean {
  const created = createdCopies(stateFolder(environment));
  if (created.isEmpty) return () => false;
  const recorded = new Set(readRecords(environment).map(({ record }) => record.session_id));
  return (session) => created.has(session) && !recorded.has(session.id);
}

/** Copies of a session that earlier handoffs to an agent made and that are still there, the newest first. */
export function earlierCopies(
  environment: AgentEnvironment,
  agent: string,
  from: NonNullable<HandoffRecord["from"]>,
): readonly HandoffRecord[] {
  const isEarlier = (record: HandoffRecord) =>
    record.agent === agent &&
    record.from?.agent === from.agent &&
    record.from.session_id === from.session_id &&
    fs.existsSync(record.path ?? "");
  return listRecords(environment)
    .map(({ record }) => record)
    .filter(isEarlier);
}

/** Records of handoffs whose process ended before they were complete. */
export function findInterrupted(environment: AgentEnvironment): readonly StoredRecord[] {
  return readRecords(environment).filter(({ record }) => isInterrupted(record));
}

function readRecords(environment: AgentEnvironment): readonly StoredRecord[] {
  const folder = recordsFolder(environment);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const parsed = recordSchema.safeParse(parseOrNull(file));
      return parsed.success ? [{ record: parsed.data, file }] : [];
    });
}

/** A process id means something only on its own machine: what another one places is left alone. */
function isInterrupted({ placing }: HandoffRecord): boolean {
  const name = placing === undefined ? null : parseTemporaryName(placing);
  return name?.isLocal === true && !isAlive(name.pid);
}

function parseOrNull(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null; // A damaged record names nothing that could be removed.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive as well.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Refuses to undo or update a handoff whose files were changed since. */
export async function refuseChanged(record: HandoffRecord, change: Change = "undo"): Promise<void> {
  const changed = await changedFiles(record);
  if (changed.length === 0) return;
  const what = changed.map((file) => `"${file}"`).join(", ");
  throw await changedSinceHandoff(record, what, change);
}

/** Whether everything that a handoff placed is there, and nobody has continued it. */
export async function isAsPlaced(record: HandoffRecord): Promise<boolean> {
  return (await changedFiles(record)).length === 0 && fs.existsSync(record.path ?? "");
}

async function changedFiles({ agent, made, path: main }: HandoffRecord) {
  const changed: string[] = [];
  for (const { path: file, sha256, next } of made) {
    if (sha256 === null || !fs.existsSync(file)) continue;
    const now = await digestOf(file);
    if (now === sha256 || now === next) continue;
    const isOpened = file === main && !(await isUsed({ agent, path: file, sha256 }));
    if (!isOpened) changed.push(file);
  }
  return changed;
}

type Change = "undo" | "update";

/** The refusal to change what is no longer only ours. */
export async function changedSinceHandoff(
  { session_id: id, agent }: HandoffRecord,
  what: string,
  change: Change = "undo",
): Promise<HoldallError> {
  const state = `${what} changed since the handoff`;
  const back = `\`holdall handoff ${id} AGENT\` hands over what was done there`;
  const command = change === "undo" ? await deleteCommand(agent, id) : null;
  const deletion = command === null ? `delete it in ${agent}` : `\`${command}\``;
  return new HoldallError("E_PROTECTED", `Cannot ${change} handoff "${id}": ${state}`, {
    cure:
      change === "update"
        ? "the receiver has just continued the session; run the command again"
        : `${agent} has continued it: ${back}; to be rid of it, ${deletion}`,
  });
}

/** The command with which a person lets an agent delete a session; null where it has none. */
async function deleteCommand(name: string, id: string): Promise<string | null> {
  const writer = isAgentId(name) ? (await loadAgent(name)).writer : undefined;
  return writer?.removeCommand?.(id).map(quoteForShell).join(" ") ?? null;
}

function readRecord(file: string, id: string): HandoffRecord {
  try {
    return recordSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (cause) {
    throw new HoldallError("E_JSON", `Cannot undo handoff "${id}": its record is damaged`, {
      cause,
      cure: `remove the session by hand, then "${file}"`,
    });
  }
}

/** The SHA-256 of a file; null for a folder. */
async function digestOf(file: string): Promise<string | null> {
  if (fs.statSync(file).isDirectory()) return null;
  return (await digestFile(file)).sha256;
}
