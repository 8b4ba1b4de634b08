import os from "node:os";
import * as z from "zod";
import type { FoundSession } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import type { ChainState } from "../backup/chain-state.ts";
import { MAX_PART_BYTES } from "../backup/layout.ts";
import { withBackupLock } from "../backup/lock.ts";
import { createBackup } from "../backup/open-backup.ts";
import { type PartIndex, readPartIndex } from "../backup/part-index.ts";
import { createPartWriter, type PartWriter } from "../backup/part-writer.ts";
import { fileKey, type SessionRecord } from "../backup/records.ts";
import { type BackupFault, readChain } from "../backup/run-log.ts";
import { type BackupFolder, sealed } from "../backup/sealing.ts";
import { messageOf } from "../base/errors.ts";
import { stateFolder } from "../disk/user-folder.ts";
import { createFolders } from "../durable/files.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, unreadableRows } from "../sessions/agent-sessions.ts";
import { isLink } from "./file-stamp.ts";
import { type FoundSessions, keyOf, withAllSessions } from "./find-all.ts";
import type { nowInput } from "./inputs.ts";
import { keyringToWrite } from "./keyring.ts";
import { noteCheck } from "./last-check.ts";
import { asGone, listGone } from "./list-gone.ts";
import { backupFolder, machineId } from "./machine.ts";
import { hasLeftovers, removeUnused } from "./remove-unused.ts";
import { addVersion, commitRun, emptyDraft, isEmpty, type RunDraft } from "./run-draft.ts";
import { sealAll } from "./seal-all.ts";
import { listSessionFiles, type StoreFile } from "./session-files.ts";
import { signRun } from "./sign-run.ts";
import { skippedFilter } from "./skipped-filter.ts";
import { storeFile } from "./store-file.ts";
import {
  createStoreView,
  isForgotten,
  isUnchanged,
  type StoreView,
  stampIn,
  storeOf,
  subAgentsOf,
} from "./store-view.ts";

/** The result of a run. */
export const keptSchema = () =>
  z.object({
    folder: z.string(),
    /** The run that was recorded; null when nothing had changed. */
    run: z.number().nullable(),
    at: z.string(),
    /** Sessions that are there, and how many of them were new or had changed. */
    sessions: z.number(),
    added: z.number(),
    updated: z.number(),
    /** Sessions that their agents have deleted since the last run. */
    gone: z.array(z.object({ agent: z.string(), id: z.string(), title: z.string().nullable() })),
    /** Logs of which an old part was changed; what was there before stays kept. */
    rewritten: z.array(z.object({ agent: z.string(), path: z.string() })),
    /** Links among the files of sessions that were looked at; what they lead to is not kept. */
    links: z.array(z.object({ agent: z.string(), path: z.string() })),
    /** Sessions that are left out because they were forgotten. */
    forgotten: z.number(),
    /** Bytes that were new, and what they take. */
    bytes: z.number(),
    stored: z.number(),
    signed: z.boolean(),
    /** Whether nobody watches: then nothing is printed. */
    unattended: z.boolean(),
    /** Files that could not be kept, and why. */
    failed: z.array(z.object({ agent: z.string(), id: z.string(), reason: z.string() })),
    unreadable: z.array(z.object({ agent: z.string(), reason: z.string() })),
  });

/** The result of a run. */
export type Kept = z.infer<ReturnType<typeof keptSchema>>;

/** Keeps what is new of the sessions of all agents. */
export async function keepNow(
  context: OperationContext,
  { to, key, unattended, seal, identity }: z.infer<typeof nowInput>,
): Promise<Kept> {
  const folder = backupFolder(context, to);
  createBackup(folder);
  const chain = machineId(agentEnvironment(context));
  const keep = async () => {
    const keyring = await keyringToWrite(context, folder, { seal, identity });
    const backup = { folder, keyring };
    if (keyring.current !== null) await sealAll(context, backup);
    const faults: BackupFault[] = [];
    const state = readChain(backup, chain, (fault) => void faults.push(fault));
    if (faults.some(({ code }) => code === "E_KEY")) throw sealed("what this machine kept");
    if (hasLeftovers(folder, state)) await removeUnused(context, backup);
    const run = createRun(context, backup, state);
    const kept = await withAllSessions(context, (found) => keepAll(run, found));
    await run.parts?.flush();
    const at = context.now().toISOString();
    const isWritten = !isEmpty(run.draft) || faults.length > 0 || state.runs.length === 0;
    const facts = { host: os.hostname(), homeFolder: agentEnvironment(context).home };
    if (isWritten) {
      commitRun(backup, state, run.draft, { at, ...facts, isFull: faults.length > 0 });
    }
    noteCheck(folder, chain, at);
    const signed = key === undefined ? false : await signRun(context, folder, state, key);
    const { bytes = 0, stored = 0 } = run.parts?.added ?? {};
    const number = isWritten ? (state.runs.at(-1)?.sequence ?? null) : null;
    return { folder, run: number, at, ...kept, bytes, stored, signed, unattended };
  };
  return withBackupLock(folder, keep, context.lockWaitMs);
}

/** What a run works with. */
interface Run extends StoreView {
  readonly draft: RunDraft;
  /** Files that were looked at, by their keys: several sessions may share one. */
  readonly stored: Map<string, Promise<void>>;
  /** The keys of files whose content is in the backup. */
  readonly kept: Set<string>;
  readonly rewritten: Kept["rewritten"];
  readonly links: Kept["links"];
  /** Sessions whose ids their agent has given to later ones. */
  readonly replaced: SessionRecord[];
  /** Created when something is new: it needs the lists of all packs. */
  parts: PartWriter | null;
  /** Where parts of files are read to. */
  readonly buffer: Buffer;
}

function createRun(context: OperationContext, backup: BackupFolder, state: ChainState): Run {
  return {
    ...createStoreView(context, backup, state),
    draft: emptyDraft(),
    stored: new Map(),
    kept: new Set(state.files.keys()),
    rewritten: [],
    links: [],
    replaced: [],
    parts: null,
    buffer: Buffer.allocUnsafeSlow(MAX_PART_BYTES),
  };
}

type Outcome = Omit<Kept, "folder" | "run" | "at" | "bytes" | "stored" | "signed" | "unattended">;

async function keepAll(run: Run, found: FoundSessions): Promise<Outcome> {
  const { context, state } = run;
  const failed: Kept["failed"] = [];
  const seen = new Set<string>();
  const skipped = new Set<string>();
  const isSkipped = skippedFilter(context);
  let forgotten = 0;
  let added = 0;
  let updated = 0;
  for (const [index, one] of found.sessions.entries()) {
    context.signal.throwIfAborted();
    const { agent, id } = one.session;
    const key = keyOf(agent, id);
    if (isForgotten(run, one.session)) {
      forgotten++;
      continue;
    }
    if (isSkipped(one)) {
      skipped.add(key);
      continue;
    }
    if (seen.has(key)) continue; // A copy of it under another path; the newer one was kept.
    seen.add(key);
    try {
      const known = state.sessions.get(key);
      const sessions = [one.session, ...subAgentsOf(one.session, found)];
      if (known !== undefined && isUnchanged(run, one, sessions, known)) continue;
      const before = sessionBefore(run, one, known);
      context.progress(`keeping session ${index + 1} of ${found.sessions.length}`);
      await keepSession(run, one, { sessions, before, title: found.titleOf(one) });
      if (before === undefined) added++;
      else updated++;
    } catch (error) {
      context.signal.throwIfAborted();
      const reason = messageOf(error);
      failed.push({ agent, id, reason });
    }
  }
  const gone = listGone(run, new Set([...seen, ...skipped]), found.unreadable);
  run.draft.sessions.push(...gone);
  return {
    sessions: seen.size,
    added,
    updated,
    gone: [...run.replaced, ...gone].map(({ agent, id, title }) => ({ agent, id, title })),
    rewritten: run.rewritten,
    links: run.links,
    forgotten,
    failed,
    unreadable: unreadableRows(found.unreadable),
  };
}

/** What was kept of a session; one that had its id before, and is another one, stays kept under a name of its own. */
function sessionBefore(
  run: Run,
  found: AgentSession,
  before: SessionRecord | undefined,
): SessionRecord | undefined {
  if (before?.started === undefined) return before;
  const start = storeOf(run, found).startOf?.(found.session);
  if (start === before.started) return before;
  const { id } = before;
  const record = { ...before, id: `${id}@${before.started}`, agent_id: before.agent_id ?? id };
  const replaced = before.gone === null ? asGone(run, record) : record;
  run.replaced.push(replaced);
  run.draft.sessions.push(replaced);
  return undefined;
}

interface SessionToKeep {
  readonly sessions: readonly FoundSession[];
  readonly before: SessionRecord | undefined;
  readonly title: string | null;
}

async function keepSession(
  run: Run,
  found: AgentSession,
  { sessions, before, title }: SessionToKeep,
): Promise<void> {
  const { agent, id, cwd, bytes, modified_ms } = found.session;
  const started = storeOf(run, found).startOf?.(found.session);
  const listed = await listSessionFiles(storeOf(run, found), sessions, run.folderStamp);
  const { files, folders, links } = listed;
  run.links.push(...links.map((link) => ({ agent, path: link })));
  const keys: string[] = [];
  for (const file of files) {
    const key = fileKey(agent, file.place, file.path);
    const storing = run.stored.get(key) ?? keepFile(run, agent, file);
    run.stored.set(key, storing);
    await storing;
    if (run.kept.has(key)) keys.push(`${file.place}/${file.path}`);
  }
  const [main] = files;
  if (main === undefined || !run.kept.has(fileKey(agent, main.place, main.path))) {
    throw new Error("its log or database is no file in its agent's store");
  }
  run.draft.sessions.push({
    agent,
    id,
    ...(started && { started }),
    title: title ?? before?.title ?? null,
    cwd,
    bytes,
    modified_ms,
    files: keys,
    folders: folders.map(([key, stamp]) => [key, stamp]),
    kept_since: before?.kept_since ?? run.context.now().toISOString(),
    gone: null,
  });
}

/** Stores a file that is new or has changed. */
async function keepFile(run: Run, agent: string, file: StoreFile): Promise<void> {
  const { state, draft, backup } = run;
  const { place, path: name, kind, absolute } = file;
  const record = state.files.get(fileKey(agent, place, name));
  const before = record === undefined ? null : (state.versions.get(record.current) ?? null);
  if (before !== null && stampIn(run, absolute, kind) === record?.stamp) return;
  run.parts ??= createPartWriter(backup, openIndex(backup));
  const stored = await storeFile({
    path: absolute,
    kind,
    before,
    writer: run.parts,
    scratch: scratchFor(run),
    buffer: run.buffer,
  });
  if (stored === null) {
    if (isLink(absolute)) run.links.push({ agent, path: absolute });
    return;
  }
  const { version, stamp, isRewritten } = stored;
  const earlier =
    isRewritten && record ? [...record.earlier, record.current] : (record?.earlier ?? []);
  if (isRewritten) run.rewritten.push({ agent, path: absolute });
  const current = addVersion(state, draft, version, before);
  draft.files.push({ agent, place, path: name, kind, stamp, current, earlier });
  run.kept.add(fileKey(agent, place, name));
}

/** Where a copy of a database may be for a while: never in the clear beside what is sealed. */
function scratchFor({ context, backup: { folder, keyring } }: Run): string {
  if (keyring.current === null) return folder;
  const own = stateFolder(agentEnvironment(context));
  createFolders(own, 0o700);
  return own;
}

function openIndex(backup: BackupFolder): PartIndex {
  return readPartIndex(backup, () => {}); // A pack that cannot be read has nothing: its parts are stored again.
}
