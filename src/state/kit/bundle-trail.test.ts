import assert from "node:assert/strict";
import { test } from "node:test";
import { state as ocf } from "../../formats/ocf/codec.ts";
import { state as workingContext } from "../../formats/working-context/codec.ts";
import { toText } from "../../ledger/texts.ts";
import type { PortableEvent } from "../../model/event.ts";
import { DEFAULT_ADDRESS } from "../address.ts";
import { emptyState } from "../state.ts";
import { buildTrail } from "./bundle-trail.ts";

const bounds = {
  slots: [{ name: "fact" }],
  budget_tokens: 100,
  eviction: "lowest-score" as const,
  tokenizer: "o200k_base",
  namespace: "shared",
};
const at = "2026-03-01T09:00:00.000Z";

/** What the two formats say of one event: WC decision and status, OCF decision and admitted. */
function linesOf(type: string, after: object | null, more: object = {}) {
  const image = { id: "a", slot: "fact", tokens: 1, score: 1, committed_at: at };
  const stored = after && { ...image, content: toText("x").ref, ...after };
  const body = { namespace: "shared", id: "a", before_version: null, after: stored, whole: null };
  const event = { type, at, stream: "state:x", body: { ...body, ...more } };
  const history = {
    // Only what a trail is made of.
    events: [event as unknown as PortableEvent],
    state: emptyState(DEFAULT_ADDRESS, bounds),
    head: "",
    text: () => "x",
    redacted: [],
  };
  const [trailEvent] = buildTrail(history);
  if (trailEvent === undefined) return null;
  const head = { created: at, unit_source: "inline", unit_refs: [], ...bounds };
  const context = { head, entries: new Map(), countTokens: () => 1 };
  const wc = workingContext.fromEvent(trailEvent, context);
  const line = ocf.fromEvent(trailEvent, context);
  return [wc && `${wc.decision} ${wc.status}`, `${line?.decision} ${line?.admitted}`];
}

const gone = { state: "archived" };
const rows = [
  ["state_committed", { status: "active" }, "commit active", "admit true"],
  ["state_committed", { status: "hypothesis" }, "commit hypothesis", "admit true"],
  ["state_promoted", { status: "validated" }, "commit validated", "promote true"],
  ["state_superseded", { supersedes: "b" }, "supersede active", "supersede true"],
  [
    "state_superseded",
    { ...gone, status: "superseded" },
    "deprecate superseded",
    "supersede false",
  ],
  ["state_updated", { version: 2 }, "supersede active", "supersede true"],
  ["state_merged", {}, "commit active", "merge true"],
  ["state_merged", gone, "deprecate superseded", "merge false"],
  ["state_deprecated", gone, "deprecate deprecated", "archive false"],
  ["state_evicted", gone, "evict deprecated", "evict false"],
  ["state_restored", {}, "commit active", "admit true"],
  ["state_deleted", null, "evict deprecated", "evict false"],
] as const;

for (const [type, after, wc, line] of rows) {
  test(`buildTrail() writes ${type} ${JSON.stringify(after)} as "${wc}" and "${line}"`, () => {
    assert.deepEqual(linesOf(type, after), [wc, line]);
  });
}

test("buildTrail() writes a rejection only where a format has such lines", () => {
  assert.deepEqual(linesOf("state_rejected", null), [null, "reject false"]);
});

test("buildTrail() has no line for events that decide about no entry", () => {
  assert.equal(linesOf("state_checkpointed", null), null);
});
