import assert from "node:assert/strict";
import { test } from "node:test";
import { gateWork } from "../gate/gate-data.ts";
import {
  compareStates,
  type EntryShown,
  eventLabel,
  eventLook,
  type StateShown,
  type TrailLine,
} from "./state-data.ts";

function entry(id: string, content: string, state: EntryShown["state"] = "active"): EntryShown {
  const committed_at = "2026-01-31T08:00:00Z";
  return {
    id,
    namespace: "shared",
    slot: "fact",
    content,
    tokens: 1,
    score: 1,
    state,
    committed_at,
  };
}

function stateOf(...entries: readonly EntryShown[]): StateShown {
  return {
    user_id: "default",
    session_id: "default",
    task_id: "default",
    namespace: "shared",
    state_hash: "",
    token_count: 1,
    budget_tokens: 100,
    saturation: 0.01,
    head_seq: 5,
    eviction: "lru",
    slots: ["fact"],
    entries,
    conflicts: [],
  };
}

function refused(seq: number, content: string, matched: string | null): TrailLine {
  return {
    seq,
    at: "2026-01-31T08:00:00Z",
    type: "state_rejected",
    actor: null,
    namespace: "shared",
    id: null,
    slot: null,
    status: null,
    before_version: null,
    after_version: null,
    content,
    reason_code: "drift",
    reason: null,
    refused: null,
    state_hash: null,
    gate: {
      decision: matched === null ? "reject" : "conflict",
      matched: matched === null ? null : { namespace: "shared", id: matched },
    },
  };
}

test("compareStates() tells what was kept, reworded, ended and added since", () => {
  const then = stateOf(entry("a", "one"), entry("b", "two"), entry("c", "three"));
  const now = stateOf(
    entry("a", "one"),
    entry("b", "2"),
    entry("c", "three", "archived"),
    entry("d", "four"),
  );
  const { fates, later } = compareStates(then, now);
  assert.deepEqual(
    fates.map(({ then: { id }, fate }) => [id, fate]),
    [
      ["a", "unchanged"],
      ["b", "reworded"],
      ["c", "no longer in force"],
    ],
  );
  assert.deepEqual(
    later.map(({ id }) => id),
    ["d"],
  );
});

test("gateWork() asks about a refused text once, and not when its entry or the text itself was settled", () => {
  const state = stateOf(entry("a", "SQLite"), entry("b", "old", "archived"), entry("c", "Redis"));
  const lines = [
    refused(1, "PostgreSQL", "a"),
    refused(2, "PostgreSQL", "a"),
    refused(3, "new", "b"),
    refused(4, "Redis", "a"),
    refused(5, "a repetition", null),
  ];
  const { contradictions, refused: rest } = gateWork({
    state,
    rejected: lines,
    dismissed: [],
    stale: [],
  });
  assert.deepEqual(
    contradictions.map(({ line, entry: { id } }) => [line.seq, id]),
    [[2, "a"]],
  );
  assert.deepEqual(
    rest.map(({ seq }) => seq),
    [5, 4, 3],
  );
});

test("gateWork() does not ask again about a text that was dismissed, however often it is offered", () => {
  const state = stateOf(entry("a", "SQLite"));
  const lines = [refused(1, "PostgreSQL", "a"), refused(3, "PostgreSQL", "a")];
  const dismissal = { ...refused(2, "", null), type: "state_dismissed", refused: 1 };
  assert.equal(
    gateWork({ state, rejected: lines, dismissed: [], stale: [] }).contradictions.length,
    1,
  );
  const { contradictions, refused: rest } = gateWork({
    state,
    rejected: lines,
    dismissed: [dismissal],
    stale: [],
  });
  assert.deepEqual([contradictions.length, rest.length], [0, 1]);
});

test("an entry that replaced another one is marked as in force, and the other one as ended", () => {
  const marks = (["superseded", "active"] as const).map((status) => {
    const event = { type: "state_superseded", status };
    return [eventLabel(event), eventLook(event)];
  });
  assert.deepEqual(marks, [
    ["superseded", "warn"],
    ["replacement", "good"],
  ]);
});
