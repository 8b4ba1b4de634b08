import { join } from "node:path";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { DEFAULT_ADDRESS } from "../../src/state/address.ts";
import type { Change, Decision } from "../../src/state/change.ts";
import { cacheOf, changeState, type StateView } from "../../src/state/change-state.ts";
import type { CommitRequest, CommitRules } from "../../src/state/commit/commit-request.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import { defaultBounds } from "../../src/state/default-bounds.ts";
import { gateConfig } from "../../src/state/gate/config.ts";
import { verdict } from "../../src/state/gate/gate.ts";
import { showState } from "../../src/state/show.ts";
import { promoteEntry, retireEntry } from "../../src/state/transitions.ts";
import type { Figure } from "./figure.ts";
import { createFacts } from "./gate-cases.ts";
import { processorTimeOf } from "./measure.ts";
import { open } from "./workspaces.ts";

const ENTRIES = 10_000;
const ROUNDS = 100;
const WARM_UP = 40;
const MAX_MS = 10;
const BATCH = 1000;

const facts = createFacts(ENTRIES + ROUNDS + WARM_UP + 1);
/** Entries are changed all over the state. */
const idAt = (round: number) => `e${(round * 79) % ENTRIES}`;
const choice = {
  address: DEFAULT_ADDRESS,
  bounds: { ...defaultBounds, budget_tokens: ENTRIES * 1000 },
  actor: { id: "bench", origin: "bench" },
};

type Deed = (ledger: Ledger, rules: CommitRules, round: number) => Promise<unknown>;

const change =
  (decide: (view: StateView, round: number) => Decision<unknown>): Deed =>
  (ledger, _rules, round) =>
    changeState(ledger, choice, (view) => decide(view, round));

const commit =
  (requestAt: (round: number) => CommitRequest): Deed =>
  (ledger, rules, round) =>
    changeState(ledger, choice, (view) => planCommit(view, requestAt(round), rules));

const show: Deed = (ledger) =>
  ledger.read(async (tx) => {
    const loaded = await cacheOf(ledger).load(tx, choice.address);
    const viewer = { namespace: defaultBounds.namespace };
    return loaded && showState(tx, loaded.state, { archived: false, viewer });
  });

const deeds: Readonly<Record<string, Deed>> = {
  commit: commit((round) => ({ content: facts[ENTRIES + round] ?? "" })),
  update: commit((round) => ({
    id: idAt(round),
    content: `${facts[(round * 79) % ENTRIES]} It was looked at again.`,
    expect_version: 1,
  })),
  promote: change(({ state }, round) =>
    promoteEntry(state, { id: idAt(round), status: "validated" }),
  ),
  evict: change(({ state }, round) => retireEntry(state, { id: idAt(round) }, "evict")),
  show,
};

/** What a change of ten thousand entries, or a look at them, may cost in a workspace that is open. */
export const stateFigures: readonly Figure[] = Object.entries(deeds).map(([name, deed]) => ({
  name: `state ${name} p95 in processor time, ${ENTRIES.toLocaleString("en")} entries / ${MAX_MS} ms`,
  unit: "time",
  limit: 1,
  rounds: ROUNDS,
  quantile: 0.95,
  prepare: async (folder) => {
    const ledger = await open(join(folder, ".holdall"));
    const rules = await fillState(ledger);
    let round = 0;
    const run = () => deed(ledger, rules, round++);
    for (let warm = 0; warm < WARM_UP; warm++) await run();
    return { ours: processorTimeOf(run), rival: MAX_MS, end: () => ledger.close() };
  },
}));

/** Makes a state of many entries, and gives the rules for more. */
async function fillState(ledger: Ledger): Promise<CommitRules> {
  const counter = await loadTokenCounter(defaultBounds.tokenizer);
  const count = (text: string) => counter.count(text);
  const rules: CommitRules = {
    gate: gateConfig(),
    protect_slots: [],
    compress: false,
    countTokens: count,
  };
  const admitted = verdict([], { decision: "admit", reason: "qualified", matched: null });
  for (let from = 0; from < ENTRIES; from += BATCH) {
    await changeState(ledger, choice, async (view) => {
      const changes: Change[] = [];
      for (const [at, content] of facts.slice(from, Math.min(from + BATCH, ENTRIES)).entries()) {
        const request = { id: `e${from + at}`, content };
        const { changes: more } = await planCommit(view, request, { ...rules, verdict: admitted });
        changes.push(...more);
      }
      return { changes, result: null };
    });
  }
  return rules;
}
