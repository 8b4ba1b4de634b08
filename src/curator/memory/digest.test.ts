import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../base/hash.ts";
import { emptyDigest, foldLines } from "./digest.ts";
import { findNamed } from "./find-named.ts";
import { parseMemoryLine } from "./line.ts";
import { reconcileMemory } from "./reconcile.ts";

const kinds = ["note", "model_drift", "decision", "bundle_refreshed", "alert", "request_accepted"];
const lines = Array.from({ length: 400 }, (_, index) => {
  const at = new Date(Date.UTC(2026, 0, 1) + ((index * 37) % 400) * 60_000).toISOString();
  const kind = index % 150 === 149 ? "model_drift_resolved" : kinds[index % kinds.length];
  const facts = `request: req_${index % 23}, subject: ${index % 4 < 2 ? "model" : "pages"}, decision: proceed, bundle: sha256:${index}`;
  return index % 11 === 0 ? `plain text ${index}` : `- ${at.slice(0, 19)}Z ${kind} (${facts}) – x`;
});

test("foldLines() gives the same digest in however many steps", () => {
  const full = foldLines(emptyDigest, lines, 20);
  for (const size of [1, 7, 399]) {
    let digest = emptyDigest;
    for (let at = 0; at < lines.length; at += size) {
      digest = foldLines(digest, lines.slice(at, at + size), 20);
    }
    assert.deepEqual(digest, full, `${size}`);
  }
  const people = full.latest.filter(({ isRoutine }) => !isRoutine);
  assert.deepEqual([full.lines, people.length], [400, 20]);
  assert(full.decisions.pinned.length > 0);
  assert(full.drift.length > 0);
});

test("findNamed() finds the newest line that names an id, in the file or behind it", () => {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const mark = { bytes: 0, sha256: sha256(""), last_line: 0, noted: 0 };
  const memory = reconcileMemory(bytes, mark, { notes: [], keep: 20, kept: null });
  const appended = ["- 2026-02-01T00:00:00Z note (request: req_3) – later"];
  const all = [...lines, ...appended];
  const ids = ["req_1", "req_2", "req_3", "req_22", "req_none", "eq_1"];
  const expected = new Map(
    ids.map((id) => {
      const at = all.findLastIndex((line) =>
        Object.values(parseMemoryLine(line)?.facts ?? {}).includes(id),
      );
      return [id, at === -1 ? null : at + 1] as const;
    }),
  );
  assert.equal([...expected.values()].filter((line) => line === null).length, 2);
  assert.deepEqual(findNamed(memory, appended, ids), expected);
  // With what an earlier run found in the first lines, only the others are searched.
  const early = lines.slice(0, 200).map((line) => `${line}\n`);
  const start = new TextEncoder().encode(early.join(""));
  const found = findNamed(
    reconcileMemory(start, mark, { notes: [], keep: 20, kept: null }),
    [],
    ids.slice(0, 5),
  );
  const named = { bytes: start.length, lines: Object.fromEntries(found) };
  assert.deepEqual(findNamed({ ...memory, named }, appended, ids), expected);
});

test("foldLines() lists two lines of one second as two events, unless they name the same thing", () => {
  const line = (facts: string, text: string) => `- 2026-02-03T08:00:00Z note (${facts}) – ${text}`;
  const digest = (...all: string[]) =>
    foldLines(emptyDigest, all, 20).latest.map(({ text }) => text);
  assert.deepEqual(digest(line("a: b", "one"), line("a: b", "two")), ["one", "two"]);
  assert.deepEqual(digest(line("task: t1", "one"), line("task: t2", "two")), ["one", "two"]);
  assert.deepEqual(digest(line("rfa: r1", "one"), line("rfa: r1", "two")), ["one"]);
});

test("a step of a bundle is told with the bundle and its status", () => {
  const facts = "(bundle: bundle_2026-02-03-flags, status: registered, rfa: req_a)";
  const { latest } = foldLines(emptyDigest, [`- 2026-02-03T10:00:00Z context ${facts} – flags`], 5);
  assert.deepEqual(
    latest.map(({ kind, id, text }) => [kind, id, text]),
    [["context", "bundle_2026-02-03-flags", "registered: flags"]],
  );
});
