import fs from "node:fs";
import type { AgentPlaces, ProgramStore } from "../../agents/agent.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { removeCreated } from "../../disk/undo-log.ts";
import type { OperationContext } from "../operation/operation.ts";
import { agentPlaces, isAgentName, loadAgent } from "./agent-sessions.ts";
import { findRecord, type HandoffRecord, refuseGrown, wentOn } from "./placed-record.ts";
import type { HandoffOutput } from "./report.ts";

/** Takes back exactly what a handoff placed, in files and in the receiver's own store; what went on since is kept. */
export async function undoHandoff(
  context: OperationContext,
  id: string,
  isDry: boolean,
): Promise<HandoffOutput> {
  const places = agentPlaces(context);
  const { record, file } = findRecord(places, id);
  await refuseGrown(record);
  const store = await storeOf(record, places);
  const notes = store === null ? [] : [await takeBack(store, { record, places, isDry })];
  notes.push(...(isDry ? wouldRemove(record) : removeFiles(record)));
  if (!isDry) fs.rmSync(file);
  return {
    kind: "undo",
    agent: record.agent,
    session_id: record.session_id,
    path: pathOf(record),
    resume: [],
    conversation: null,
    tokens: 0,
    window: null,
    undo: null,
    loss: { kept: 0, changed: 0, summarised: 0, dropped: 0, items: [] },
    redactions: [],
    distilled: null,
    from: null,
    dry_run: isDry,
    findings: [],
    notes,
  };
}

function wouldRemove({ made }: HandoffRecord): readonly string[] {
  return made
    .toReversed()
    .filter(({ path }) => fs.existsSync(path))
    .map(({ path, sha256 }) =>
      sha256 === null ? `would remove ${path} if nothing else is in it` : `would remove ${path}`,
    );
}

function removeFiles({ made }: HandoffRecord): readonly string[] {
  return removeCreated(made.map(({ path }) => path)).map((path) => `removed ${path}`);
}

function pathOf({ path, made }: HandoffRecord): string {
  return path ?? made.at(-1)?.path ?? "";
}

/** The receiver's own store, when the session stands in it; one that went on there is refused. */
async function storeOf(record: HandoffRecord, places: AgentPlaces): Promise<ProgramStore | null> {
  if (!isAgentName(record.agent)) return null;
  const store = (await loadAgent(record.agent)).writer?.store;
  if (store === undefined) return null;
  const state = await store.look(record.session_id, pathOf(record), places);
  if (state === "grown") throw wentOn(record.session_id, `the session in ${record.agent}`);
  return state === "absent" ? null : store;
}

interface TakeBack {
  readonly record: HandoffRecord;
  readonly places: AgentPlaces;
  readonly isDry: boolean;
}

/** Lets the program delete the session, and says what became of it. */
async function takeBack(store: ProgramStore, { record, places, isDry }: TakeBack): Promise<string> {
  const { session_id, agent } = record;
  const command = store.command(session_id).map(quoteForShell).join(" ");
  if (isDry) return `would let ${agent} delete the session: ${command}`;
  if (await store.remove(session_id, places)) return `deleted the session in ${agent}`;
  return `${agent} did not delete the session, which stays in its store: remove it with \`${command}\``;
}
