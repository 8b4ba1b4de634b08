import assert from "node:assert/strict";
import { test } from "node:test";
import type { StateEntry } from "../../model/state.ts";
import { type DreamOptions, dream } from "./dream.ts";
import { DREAM_WEIGHTS, dreamScore, dreamSignals } from "./dream-signals.ts";
import { multisetOverlap, termMultiset } from "./term-multiset.ts";

const now = new Date("2026-06-01T00:00:00Z");
const options: DreamOptions = {
  now,
  similarity: 0.6,
  threshold: 0.3,
  protect: ["constraint"],
  weights: DREAM_WEIGHTS,
  namespace: undefined,
  questions: new Map(),
};

function entry(id: string, content: string, more: Partial<StateEntry> = {}): StateEntry {
  const committed_at = "2026-05-31T00:00:00Z";
  return { id, slot: "fact", content, tokens: 5, score: 1, committed_at, ...more };
}

function actionsOf(entries: readonly StateEntry[], changed: Partial<DreamOptions> = {}) {
  const decisions = dream(entries, { ...options, ...changed });
  return Object.fromEntries(decisions.map(({ id, action, by }) => [id, by ?? action]));
}

const older = { committed_at: "2026-05-01T00:00:00Z" };
const long = { committed_at: "2025-01-01T00:00:00Z" };

test("multisetOverlap() counts every occurrence of a word", () => {
  const left = termMultiset("the team chose Rust for the core crate");
  assert.equal(
    multisetOverlap(left, termMultiset("the team chose Rust for the core crates")),
    7 / 9,
  );
  assert.equal(multisetOverlap(termMultiset(""), termMultiset("")), 0);
});

test("dream() keeps the newest of near-duplicates and names it in the others", () => {
  const entries = [
    entry("a", "the parser reads files in small pieces", older),
    entry("b", "the parser reads files in pieces"),
    entry("c", "the parser reads large files in pieces", { committed_at: "2026-05-02T00:00:00Z" }),
  ];
  assert.deepEqual(actionsOf(entries), { a: "b", b: "supersede", c: "b" });
  const [, newest, third] = dream(entries, options);
  assert.deepEqual(newest?.over, ["c", "a"]);
  assert.match(third?.reason ?? "", /superseded by b/);
});

test("dream() lets the newest of conflicting values supersede, never merge", () => {
  const entries = [
    entry("rust", "the team chose Rust for the core crates", older),
    entry("go", "the team chose Go for the core crates"),
  ];
  const [loser, winner] = dream(entries, options);
  assert.deepEqual([loser?.by, winner?.action], ["go", "supersede"]);
  assert.match(loser?.reason ?? "", /other values/);
});

test("dream() leaves facts apart that only share a sentence", () => {
  const ports = ["alpha-7", "beta-9", "gamma-1"].map((name) =>
    entry(name, `the service ${name} listens for requests on its own port`),
  );
  assert.deepEqual(new Set(Object.values(actionsOf(ports))), new Set(["keep"]));
});

test("dream() compares only what the same people see in the same slot and namespace", () => {
  const text = "the parser reads files in pieces";
  const entries = [
    entry("a", text),
    entry("b", text, { slot: "decision" }),
    entry("c", text, { namespace: "orchard" }),
    entry("d", text, { access_list: ["user:bob"] }),
  ];
  assert.deepEqual(new Set(Object.values(actionsOf(entries))), new Set(["keep"]));
});

test("dream() lets no hypothesis replace what is more than one", () => {
  const text = "the parser reads files in pieces";
  const yesterday = { committed_at: "2026-05-30T00:00:00Z" };
  const entries = [entry("sure", text, yesterday), entry("guess", text, { status: "hypothesis" })];
  assert.deepEqual(actionsOf(entries), { sure: "keep", guess: "keep" });
});

test("dream() breaks ties by score, then by id", () => {
  const text = "the parser reads files in pieces";
  assert.deepEqual(actionsOf([entry("b", text), entry("a", text)]), { b: "a", a: "supersede" });
  const scored = [entry("a", text, { score: 0.4 }), entry("b", text, { score: 0.9 })];
  assert.deepEqual(actionsOf(scored), { a: "b", b: "supersede" });
});

test("dream() archives what nobody used, fades what is weak and keeps what is protected", () => {
  const entries = [
    entry("unused", "an old remark about colours", { score: 0.1, ...long }),
    entry("read", "another remark about fonts", { score: 0.1, ...long, access_count: 1 }),
    entry("rule", "never push to main", { score: 0.1, ...long, slot: "constraint" }),
    entry("fresh", "the build takes two minutes"),
    entry("gone", "", { state: "archived", resolution: "pointer", unit_ref: "x" }),
    entry("link", "", { resolution: "pointer", unit_ref: "notes/x.md", ...long }),
  ];
  assert.deepEqual(actionsOf(entries), {
    unused: "archive",
    read: "decay",
    rule: "keep",
    fresh: "keep",
    gone: "leave",
    link: "keep",
  });
});

test("dreamScore() weighs six signals and needs none of the others", () => {
  const read = entry("a", "x".repeat(1000), { access_count: 50, last_access: now.toISOString() });
  const signals = dreamSignals(read, { now, questions: 5, groupSize: 8 });
  assert.deepEqual(new Set(Object.values(signals)), new Set([1]));
  assert.equal(dreamScore(signals, DREAM_WEIGHTS), 1);
  const never = dreamSignals(entry("b", "x", { score: 0, ...long }), {
    now,
    questions: 0,
    groupSize: 1,
  });
  assert.equal(never.consolidation, 0);
  assert.ok(dreamScore(never, DREAM_WEIGHTS) < 0.01);
});

test("dream() compares ten thousand entries without comparing all pairs", () => {
  const entries = Array.from({ length: 10_000 }, (_, at) =>
    entry(`e${at}`, `queue number-${at} of region-${at % 97} holds ${at * 7} messages`),
  );
  const decisions = dream(entries, options);
  assert.equal(decisions.length, entries.length);
});
