import { HoldallError } from "../../src/base/errors.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { toAddress } from "../../src/state/address.ts";
import type { Decision } from "../../src/state/change.ts";
import { changeBounds } from "../../src/state/change-bounds.ts";
import { changeState, type StateView } from "../../src/state/change-state.ts";
import type { CommitRules } from "../../src/state/commit/commit-request.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import type { Bounds } from "../../src/state/event-bodies.ts";
import { findFullText } from "../../src/state/full-text.ts";
import { gateConfig } from "../../src/state/gate/config.ts";
import { redactEverywhere, textsOfEntry } from "../../src/state/history/redact.ts";
import { requireState } from "../../src/state/load.ts";
import type { State } from "../../src/state/state.ts";
import {
  deleteEntry,
  mergeEntries,
  promoteEntry,
  restoreEntry,
  retireEntry,
} from "../../src/state/transitions.ts";
import { recordAccess, recordDecay } from "../../src/state/use/entry-use.ts";
import { DEFAULT_DECAY } from "../../src/state/use/retrieval-strength.ts";
import fc from "../support/property.ts";

/** The address that random histories are made at. */
export const address = toAddress({ session: "random" });
/** Who makes them. */
export const actor = { id: "ada", origin: "test" };
/** Small enough that room has to be made. */
export const bounds: Bounds = {
  slots: [{ name: "decision" }, { name: "constraint" }, { name: "fact" }],
  budget_tokens: 60,
  eviction: "lowest-score",
  tokenizer: "words",
  namespace: "shared",
};
/** A counter that needs no vocabulary: one token per word. */
export const rules: CommitRules = {
  gate: gateConfig(),
  protect_slots: ["constraint"],
  compress: true,
  countTokens: (text) => text.split(/\s+/).filter((part) => part !== "").length,
};

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const namespace = fc.constantFrom("shared", "team/x", "alpha");
const terms = fc.constantFrom(
  "red",
  "green",
  "blue",
  "port",
  "queue",
  "chose",
  "must",
  "never",
  "8080",
  "9090",
);
const content = fc.array(terms, { minLength: 1, maxLength: 30 }).map((all) => all.join(" "));
const score = fc.constantFrom(0.1, 0.5, 1, 2, 3.25);
const version = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });

/** Something that is done to a state. */
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("commit"), id, namespace, content, score, version }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("supersede"), id, namespace, content, score, version }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "promote",
        "archive",
        "deprecate",
        "evict",
        "restore",
        "delete",
        "redact",
        "access",
        "decay",
      ),
      id,
      namespace,
      content,
      score,
      version,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("merge", "bounds"),
      id,
      namespace,
      content,
      score,
      version,
    }),
  },
);
/** Something that is done to a state. */
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Does one step. What is refused has left its trace or none; either is a step of a history. */
export async function doStep(ledger: Ledger, each: Step): Promise<void> {
  try {
    if (each.do === "redact") await redact(ledger, each);
    else if (each.do === "access" || each.do === "decay") await use(ledger, each);
    else await changeState(ledger, { address, bounds, actor }, (view) => decide(view, each));
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
  }
}

async function decide(view: StateView, each: Step): Promise<Decision<unknown>> {
  const { state } = view;
  const { id: name, namespace: space, content: text, score: points, version: seen } = each;
  const request = { id: name, namespace: space };
  switch (each.do) {
    case "commit":
      return planCommit(
        view,
        { ...request, content: text, score: points, expect_version: seen, skipGate: points > 1 },
        rules,
      );
    case "supersede":
      return planCommit(
        view,
        { namespace: space, content: text, score: points, supersedes: name, skipGate: true },
        rules,
      );
    case "promote":
      return promoteEntry(state, { ...request, status: "validated", expect_version: seen });
    case "restore": {
      const stored = [...state.entries.values()].find(
        (entry) => entry.id === name && entry.namespace === space,
      );
      const fullText = stored ? await findFullText(view.tx, stored, rules.countTokens) : null;
      return restoreEntry(state, { ...request, fullText }, rules);
    }
    case "delete":
      return deleteEntry(state, request);
    case "merge":
      return mergeEntries(
        state,
        { ...request, from: "b", content: text, tokens: rules.countTokens(text) },
        rules,
      );
    case "bounds":
      return changeBounds(state, { budget_tokens: 50 + text.length, reason: text });
    case "archive":
    case "deprecate":
    case "evict":
      return retireEntry(state, { ...request, expect_version: seen }, each.do);
    default:
      throw new RangeError(each.do);
  }
}

async function redact(ledger: Ledger, { id: name, namespace: space }: Step): Promise<void> {
  const names = await ledger.read(async (tx) => {
    const { state } = await requireState(tx, address);
    return textsOfEntry(tx, state, { namespace: space, id: name });
  });
  await redactEverywhere(ledger, names, { actor, reason: "random", everywhere: false });
}

function use(ledger: Ledger, each: Step): Promise<unknown> {
  return ledger.write(async (unit) => {
    const { state } = await requireState(unit.tx, address);
    if (each.do === "decay") return recordDecay(unit, state, { actor, strength: DEFAULT_DECAY });
    const entries = [...state.entries.values()].filter((entry) => entry.id === each.id);
    return recordAccess(unit, state, { entries, actor, useful: each.score > 1 });
  });
}

/** A state as something that can be compared. */
export function plain(state: State | null | undefined): unknown {
  if (state == null) return null;
  const { entries, deletedVersions: gone, ...rest } = state;
  return JSON.parse(JSON.stringify({ ...rest, entries: [...entries], gone: [...gone].sort() }));
}
