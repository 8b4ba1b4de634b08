import fs from "node:fs";
import path from "node:path";
import type { Agent, AgentEnvironment, ProgramStore } from "../../agents/agent.ts";
import { isAgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { formatMinute } from "../../base/text/format-minute.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { cleanUpAbandoned } from "../../disk/abandoned.ts";
import { removeCreated } from "../../disk/undo-log.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import {
  changedSinceHandoff,
  findInterrupted,
  findRecord,
  type HandoffRecord,
  listRecords,
  nothingToUndo,
  refuseChanged,
  type StoredRecord,
} from "../../sessions/handoff-record.ts";
import type { HandoffOutput } from "./report.ts";
import { type EarlierState, restoreBefore } from "./update-backup.ts";

/**
 * Takes back the last update of a handoff, or removes exactly what a handoff without one created, in files and in the
 * receiver's own store; refuses what changed since.
 */
export async function undoHandoff(
  context: OperationContext,
  id: string,
  isDry: boolean,
): Promise<HandoffOutput> {
  const environment = agentEnvironment(context);
  const { stored, skipped } = await findUndoable(environment, id);
  const { record, file } = stored;
  await refuseChanged(record);
  const update = record.before?.at(-1);
  const done =
    update === undefined
      ? await removeHandoff({ record, environment, isDry }, file)
      : await takeBackUpdate({ record, file }, update, isDry);
  return {
    ...NO_HANDOFF,
    kind: "undo",
    agent: record.agent,
    session_id: record.session_id,
    path: mainFileOf(record),
    dry_run: isDry,
    notes: [...skipped, ...done],
  };
}

/** The word for the newest handoff that can be undone. */
const LAST = "last";

/** What is undone, and which newer ones cannot be. */
interface Undoable {
  readonly stored: StoredRecord;
  readonly skipped: readonly string[];
}

/** The handoff to undo: by the id of the session that it created, or the newest that can be undone (`last`). */
export async function findUndoable(environment: AgentEnvironment, id: string): Promise<Undoable> {
  if (id !== LAST) return { stored: findRecord(environment, id), skipped: [] };
  const skipped: string[] = [];
  const all = listRecords(environment);
  for (const stored of all) {
    const { record } = stored;
    if (!(await isContinued(record, environment))) return { stored, skipped };
    skipped.push(`Left ${record.session_id} alone: ${record.agent} has continued it`);
  }
  const [newest] = all;
  if (newest === undefined) throw nothingToUndo(id, 0);
  return { stored: newest, skipped };
}

/** Whether the receiver has continued the session of a handoff, so that it cannot be undone any more. */
export async function isContinued(
  record: HandoffRecord,
  environment: AgentEnvironment,
): Promise<boolean> {
  try {
    await refuseChanged(record);
    await findInStore({ record, environment, isDry: true });
    return false;
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_PROTECTED") return true;
    throw error;
  }
}

async function removeHandoff(removal: StoreRemoval, file: string): Promise<string[]> {
  const { record, isDry } = removal;
  const notes = await removeFromStore(removal);
  if (isDry) return [...notes, ...wouldRemove(record)];
  notes.push(...removeFiles(record));
  fs.rmSync(file);
  return notes;
}

async function takeBackUpdate(
  { record, file }: StoredRecord,
  update: EarlierState,
  isDry: boolean,
): Promise<string[]> {
  if (!isDry) await restoreBefore(record, file, update);
  const what = `the update of ${formatMinute(record.at)}`;
  const result = `the session is as it was handed over at ${formatMinute(update.at)}`;
  return [
    isDry ? `Would undo ${what}: then ${result}` : `Undid ${what}: ${result}`,
    `--undo ${record.session_id} once more undoes what came before`,
  ];
}

/** The output of a call that hands nothing over. */
export const NO_HANDOFF: Omit<HandoffOutput, "kind"> = {
  agent: null,
  session_id: "",
  path: "",
  cwd: null,
  resume: [],
  conversation: null,
  tokens: 0,
  window: null,
  undo: null,
  loss: { kept: 0, changed: 0, summarised: 0, dropped: 0, items: [] },
  redactions: [],
  from: null,
  dry_run: false,
  findings: [],
  notes: [],
};

/**
 * Removes what handoffs left whose process was killed while it placed files. The id of such a session
 * was never printed, so that nobody can have continued it.
 */
export async function removeInterrupted(context: OperationContext): Promise<void> {
  const environment = agentEnvironment(context);
  for (const { record, file } of findInterrupted(environment)) {
    await removeFromStore({ record, environment, isDry: false });
    removeTemporaryNames(record);
    removeFiles(record);
    fs.rmSync(file);
    context.note(`Removed what an interrupted handoff to ${record.agent} had left in its folders`);
  }
}

/** Files are built under temporary names beside their target, which a killed process leaves there. */
function removeTemporaryNames({ made }: HandoffRecord): void {
  for (const folder of new Set(made.map(({ path: file }) => path.dirname(file)))) {
    cleanUpAbandoned(folder);
  }
}

function wouldRemove({ made }: HandoffRecord): readonly string[] {
  return made
    .toReversed()
    .filter(({ path: file }) => fs.existsSync(file))
    .map(({ path: file, sha256 }) =>
      sha256 === null ? `Would remove ${file} if it is empty then` : `Would remove ${file}`,
    );
}

function removeFiles(record: HandoffRecord): readonly string[] {
  const removed = removeCreated(record.made.map(({ path: file }) => file));
  if (removed.length <= 2) return removed.map((file) => `Removed ${file}`);
  const main = mainFileOf(record);
  const others = `${removed.length - 1} other files and folders of the handoff`;
  return [`Removed ${removed.includes(main) ? main : (removed[0] ?? "")} and ${others}`];
}

/** The main file of the session that a handoff created. */
export function mainFileOf({ path: file, made }: HandoffRecord): string {
  return file ?? made.at(-1)?.path ?? "";
}

interface StoreRemoval {
  readonly record: HandoffRecord;
  readonly environment: AgentEnvironment;
  readonly isDry: boolean;
}

/** Lets the receiver's program delete the session from its own store, if it has one; describes what happened. */
async function removeFromStore(removal: StoreRemoval): Promise<string[]> {
  const found = await findInStore(removal);
  if (found === null) return [];
  const { agent, store } = found;
  const { session_id } = removal.record;
  const command = agent.writer?.removeCommand?.(session_id).map(quoteForShell).join(" ");
  if (removal.isDry) return [`Would delete the session in ${agent.displayName}: ${command}`];
  if (await store.remove(session_id, removal.environment)) {
    return [`Deleted the session in ${agent.displayName}`];
  }
  return [`${agent.displayName} did not delete the session; remove it with \`${command}\``];
}

/** The receiver's own store, when the session is in it; a session that was continued there is refused. */
async function findInStore({
  record,
  environment,
}: StoreRemoval): Promise<{ readonly agent: Agent; readonly store: ProgramStore } | null> {
  if (!isAgentId(record.agent)) return null;
  const agent = await loadAgent(record.agent);
  const store = agent.writer?.programStore;
  if (store === undefined) return null;
  const state = await store.inspect(record.session_id, mainFileOf(record), environment);
  if (state === "changed") {
    throw await changedSinceHandoff(record, `the session in ${agent.displayName}`);
  }
  return state === "absent" ? null : { agent, store };
}
