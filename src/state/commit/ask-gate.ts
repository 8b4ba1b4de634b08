/** Asks the gate or the judges outside of a write transaction, because a model may take minutes. */

import type { Ledger } from "../../ledger/ledger.ts";
import { cacheOf, type StateChoice } from "../change-state.ts";
import { entryTextReader } from "../entry-texts.ts";
import type { GateConfig } from "../gate/config.ts";
import { type GateEntry, qualify } from "../gate/gate.ts";
import {
  type JudgedVerdict,
  type JudgeOptions,
  qualifyWithJudge,
} from "../gate/qualify-with-judge.ts";
import { currentAddress } from "../load.ts";
import { isVisible } from "../show.ts";
import { emptyState, type LiveEntry, type State } from "../state.ts";
import type { CommitRequest } from "./commit-request.ts";
import { gateEntries } from "./gate-entries.ts";

/** The judges of a candidate, by tier. */
export type CommitJudges = Pick<JudgeOptions, "judges" | "stakes" | "compare">;

/** A question to the gate. */
export interface GateQuestion {
  readonly candidate: Pick<
    CommitRequest,
    "id" | "content" | "namespace" | "relevance" | "supersedes"
  > & { readonly goal: string | null };
  readonly gate: GateConfig;
  readonly judges: CommitJudges | null;
}

/** The gate's verdict, and the state that it is about. */
export interface GateAnswer {
  readonly verdict: JudgedVerdict;
  readonly state: State;
}

/** Asks the gate, or the judges, about a candidate without recording anything or locking the workspace. */
export async function askGate(
  ledger: Ledger,
  choice: Pick<StateChoice, "address" | "bounds">,
  { candidate, gate, judges }: GateQuestion,
): Promise<GateAnswer> {
  const { state, entries } = await readEntries(ledger, choice, candidate);
  const { id = null, content, relevance = 1, goal } = candidate;
  const namespace = candidate.namespace ?? state.bounds.namespace;
  const asked = { id, content, namespace, relevance };
  if (judges === null) {
    const verdict = qualify(asked, entries, gate);
    return { verdict: { ...verdict, slot: null, score: relevance, explanation: null }, state };
  }
  const slots = state.bounds.slots.map(({ name }) => name);
  return {
    verdict: await qualifyWithJudge(asked, entries, gate, { ...judges, goal, slots }),
    state,
  };
}

/** The entries in force that the candidate's namespace may see, except the one that it replaces. */
function readEntries(
  ledger: Ledger,
  choice: Pick<StateChoice, "address" | "bounds">,
  { namespace, supersedes }: GateQuestion["candidate"],
): Promise<{ readonly state: State; readonly entries: readonly GateEntry[] }> {
  return ledger.read(async (tx) => {
    const address = choice.address ?? (await currentAddress(tx));
    const loaded = await cacheOf(ledger).load(tx, address);
    const state = loaded?.state ?? emptyState(address, choice.bounds);
    const viewer = { namespace: namespace ?? state.bounds.namespace };
    const isCompared = (entry: LiveEntry) => entry.id !== supersedes && isVisible(entry, viewer);
    const view = { state, readTexts: entryTextReader(tx) };
    return { state, entries: await gateEntries(view, isCompared) };
  });
}
