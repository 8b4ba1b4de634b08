import assert from "node:assert/strict";
import { test } from "node:test";
import { entryKey } from "../../model/state.ts";
import { DEFAULT_ADDRESS } from "../address.ts";
import type { Bounds } from "../event-bodies.ts";
import { emptyState, type State, toLiveEntry } from "../state.ts";
import { planEviction } from "./plan-eviction.ts";

const bounds: Bounds = {
  slots: [{ name: "fact" }, { name: "constraint" }],
  budget_tokens: 30,
  eviction: "lowest-score",
  tokenizer: "words",
  namespace: "shared",
};

interface EntryFacts {
  readonly id: string;
  readonly score?: number;
  readonly at?: string;
  readonly slot?: string;
  readonly tokens?: number;
}

/** A state of entries, each of ten tokens by default. */
function stateOf(eviction: Bounds["eviction"], all: readonly EntryFacts[]): State {
  const live = all.map(({ id, score = 1, at = "2026-03-01T12:00:00Z", ...rest }, addedSeq) => {
    const { slot = "fact", tokens = 10 } = rest;
    const content = { sha256: "0".repeat(64), bytes: 1 };
    const image = { id, slot, content, tokens, score, committed_at: at };
    return toLiveEntry(image, { namespace: "shared", fullText: null, addedSeq });
  });
  const entries = new Map(live.map((entry) => [entryKey("shared", entry.id), entry]));
  return { ...emptyState(DEFAULT_ADDRESS, { ...bounds, eviction }), entries };
}

/** The ids that go for something of ten tokens. */
function evicted(state: State, score: number, spared: readonly string[] = []) {
  const plan = planEviction(state, { tokens: 10, score }, spared);
  return plan.fits ? plan.evict.map(({ id }) => id) : null;
}

const early = "2026-03-01T12:00:00Z";
const same = "2026-03-01T14:00:00+02:00";
const later = "2026-03-01T12:00:00.000000001Z";

test("planEviction() takes the lowest score, only if it is strictly lower", () => {
  const state = stateOf("lowest-score", [
    { id: "a", score: 2 },
    { id: "b", score: 1 },
    { id: "c", score: 3 },
  ]);
  assert.deepEqual(evicted(state, 1.5), ["b"]);
  assert.equal(evicted(state, 1), null);
});

for (const eviction of ["lowest-score", "oldest"] as const) {
  test(`planEviction() breaks ties of ${eviction} by time to the nanosecond, then by id`, () => {
    const c = { id: "c", at: early };
    const state = stateOf(eviction, [{ id: "a", at: later }, c, { id: "b", at: same }]);
    assert.deepEqual(evicted(state, 2), ["b"], "b and c are of one moment");
  });
}

test("planEviction() takes the oldest whatever its score", () => {
  const state = stateOf("oldest", [
    { id: "new", score: 0, at: later },
    { id: "old", score: 9, at: early },
    { id: "mid", score: 1, at: later },
  ]);
  assert.deepEqual(evicted(state, 0), ["old"]);
});

test("planEviction() takes nothing when eviction is manual", () => {
  assert.equal(
    evicted(stateOf("manual", [{ id: "a", score: 0, tokens: 30 }]), Number.POSITIVE_INFINITY),
    null,
  );
});

test("planEviction() spares protected slots", () => {
  const rule = { id: "rule", slot: "constraint", score: 0 };
  const state = stateOf("lowest-score", [rule, { id: "a", score: 1 }, { id: "b", score: 5 }]);
  assert.deepEqual(evicted(state, 2, ["constraint"]), ["a"]);
  assert.equal(evicted(state, 1, ["constraint"]), null);
});

test("planEviction() takes nothing when everything weaker would not be enough", () => {
  const state = stateOf("lowest-score", [
    { id: "a", score: 1 },
    { id: "b", score: 5, tokens: 20 },
  ]);
  const plan = planEviction(state, { tokens: 15, score: 2 }, []);
  assert.deepEqual([plan.fits, plan.evict], [false, []]);
});

test("planEviction() admits nothing to a state over its budget", () => {
  const state = stateOf("lowest-score", [{ id: "a", score: 0, tokens: 31 }]);
  assert.equal(evicted(state, 9), null);
});
