import assert from "node:assert/strict";
import { createFindings } from "../../src/base/findings.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { rebuildTables } from "../../src/ledger/projections.ts";
import { readStream } from "../../src/ledger/read.ts";
import { findText } from "../../src/ledger/texts.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { stateIdOf, stateStream } from "../../src/state/address.ts";
import { changeState } from "../../src/state/change-state.ts";
import { planCommits } from "../../src/state/commit/commit-batch.ts";
import type { CommitRequest } from "../../src/state/commit/commit-request.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import { findEntry } from "../../src/state/find-entry.ts";
import { applyStateEvent, foldStateEvents } from "../../src/state/fold.ts";
import { findFullText } from "../../src/state/full-text.ts";
import { readTrail } from "../../src/state/history/read-trail.ts";
import { redactEverywhere, removeTextsOf, textsOfEntry } from "../../src/state/history/redact.ts";
import { replayState } from "../../src/state/history/replay.ts";
import { loadState, requireState } from "../../src/state/load.ts";
import stateRoom from "../../src/state/module.ts";
import { showState } from "../../src/state/show.ts";
import { hashOfState, isActive, type State, tokenCountOf } from "../../src/state/state.ts";
import { deleteEntry, restoreEntry, retireEntry } from "../../src/state/transitions.ts";
import { codeOf } from "../support/operations.ts";
import fc from "../support/property.ts";
import { openLedgerAt, type Subject } from "../support/workspaces.ts";
import { actor, address, bounds, doStep, plain, rules, type Step, step } from "./random-history.ts";

/** One promise of states, to be kept over every store. */
export interface StateCheck {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

const stream = stateStream(stateIdOf(address));

function check(name: string, run: (ledger: Ledger) => Promise<void>): StateCheck {
  return {
    name,
    async run(subject) {
      const ledger = await openLedgerAt(subject.location(), { modules: [stateRoom] });
      try {
        await run(ledger);
      } finally {
        await ledger.close();
      }
    },
  };
}

const choice = { address, bounds, actor };

function commit(ledger: Ledger, request: CommitRequest, more: Partial<typeof rules> = {}) {
  return changeState(ledger, choice, (view) => planCommit(view, request, { ...rules, ...more }));
}

function load(ledger: Ledger) {
  return ledger.read((tx) => requireState(tx, address));
}

async function verifiedCodes(ledger: Ledger): Promise<readonly string[]> {
  const findings = createFindings();
  await verifyLedger(ledger, findings);
  return findings.list().map(({ code }) => code);
}

/** Everything that must be true after a random history. */
async function checkHistory(ledger: Ledger, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    await doStep(ledger, each);
    const loaded = await ledger.read((tx) => loadState(tx, address));
    if (loaded === null) continue;
    const replayed = await ledger.read((tx) =>
      replayState(tx, address, { seq: loaded.state.head_seq }),
    );
    assert.deepEqual(plain(loaded.state), plain(replayed.state));
    const { budget_tokens } = loaded.state.bounds;
    assert.ok(tokenCountOf(loaded.state) <= budget_tokens, "the footprint is within the budget");
  }
  const events = await ledger.read((tx) => readStream(tx, stream, { limit: 10_000 }));
  let state: State | null = null;
  for (const event of events) {
    state = applyStateEvent(state, event);
    assert.deepEqual(plain(state), plain(foldStateEvents(null, events.slice(0, event.seq + 1))));
    if (state) assert.equal(hashOfState(state), event.body.state_hash ?? hashOfState(state));
  }
}

const properties: readonly StateCheck[] = [
  check("fold, projection and replay agree at every event of random histories", async (ledger) => {
    const all = fc.sample(step, { numRuns: 250, seed: 20_260_301 });
    await checkHistory(ledger, all);
    const before = await ledger.read((tx) => loadState(tx, address));
    await ledger.store.transaction("write", (tx) =>
      rebuildTables(tx, ledger.store.engine, ledger.projections),
    );
    assert.deepEqual(plain((await load(ledger)).state), plain(before?.state));
    assert.deepEqual(await verifiedCodes(ledger), []);
  }),
  check("a thousand random operations never exceed the budget", async (ledger) => {
    for (const each of fc.sample(step, { numRuns: 1000, seed: 7 })) await doStep(ledger, each);
    const events = await ledger.read((tx) => readStream(tx, stream, { limit: 10_000 }));
    let state: State | null = null;
    for (const event of events) {
      const isLast = events[event.seq + 1]?.at !== event.at;
      state = applyStateEvent(state, event);
      if (state && isLast) assert.ok(tokenCountOf(state) <= state.bounds.budget_tokens);
    }
    assert.ok(state && tokenCountOf(state) <= state.bounds.budget_tokens);
    assert.ok(state.head_seq > 500, `${state.head_seq} events are a history`);
  }),
];

const commits: readonly StateCheck[] = [
  check("a commit of a candidate that contradicts an entry is a proposal", async (ledger) => {
    await commit(ledger, { id: "lang", content: "the team chose Rust for the core crates" });
    const { result } = await commit(ledger, { content: "the team chose Go for the core crates" });
    assert.deepEqual([result.decision, result.matched, result.id], ["conflict", "lang", null]);
    const { result: again, state } = await commit(ledger, {
      id: "go",
      content: "the team chose Go for the core crates",
      supersedes: "lang",
    });
    assert.equal(again.decision, "superseded");
    const [old, fresh] = [...state.entries.values()].map(({ image }) => image);
    assert.deepEqual(
      [old?.state, old?.status, old?.tokens, old?.resolution],
      ["archived", "superseded", 0, "pointer"],
    );
    assert.deepEqual([fresh?.supersedes, fresh?.status], ["lang", "active"]);
  }),
  check(
    "a stale or missing version is refused, and the refusal is in the trail with both numbers",
    async (ledger) => {
      await commit(ledger, { id: "a", content: "port 8080 is open" });
      assert.equal(await codeOf(commit(ledger, { id: "a", content: "port 9090" })), "E_CONFLICT");
      const stale = commit(ledger, { id: "a", content: "port 9090", expect_version: 3 });
      assert.equal(await codeOf(stale), "E_CONFLICT");
      const lines = await ledger.read((tx) =>
        readTrail(tx, stream, { limit: 9, type: "rejected" }),
      );
      assert.deepEqual(
        lines.map(({ reason_code, id }) => [reason_code, id]),
        [
          ["stale_version", "a"],
          ["stale_version", "a"],
        ],
      );
      const events = await ledger.read((tx) => readStream(tx, stream, { limit: 9 }));
      assert.deepEqual(
        events
          .filter(({ type }) => type === "state_rejected")
          .map(({ body }) => [body.expected_version, body.actual_version]),
        [
          [null, 1],
          [3, 1],
        ],
      );
      const { result } = await commit(ledger, { id: "a", content: "port 9090", expect_version: 1 });
      assert.deepEqual([result.decision, result.version], ["updated", 2]);
    },
  ),
  check("a candidate that cannot fit changes nothing", async (ledger) => {
    await commit(ledger, { id: "weak", content: "word ".repeat(30), score: 0.1 });
    await commit(ledger, { id: "strong", content: "other ".repeat(30), score: 5 });
    const before = (await load(ledger)).state;
    const { result, state } = await commit(
      ledger,
      { content: "long ".repeat(61), score: 1 },
      { compress: false },
    );
    assert.equal(result.reason_code, "budget_saturated");
    assert.equal(hashOfState(state), hashOfState(before));
  }),
  check(
    "an evicted entry is a pointer without cost, and restore brings it back",
    async (ledger) => {
      await commit(ledger, { id: "weak", content: `${"word ".repeat(40)}v1.2.3`, score: 0.1 });
      const { result } = await commit(ledger, { id: "new", content: "x ".repeat(30), score: 1 });
      assert.deepEqual(result.evicted, ["weak"]);
      const viewer = { namespace: null };
      const gone = (await load(ledger)).state;
      const inForce = await ledger.read((tx) => showState(tx, gone, { archived: false, viewer }));
      assert.deepEqual(
        inForce.entries.map(({ id }) => id),
        ["new"],
      );
      const { image } = findEntry(gone, "weak");
      assert.deepEqual(
        [image.state, image.tokens, image.resolution, image.content.bytes],
        ["archived", 0, "pointer", 0],
      );
      await changeState(ledger, choice, ({ state }) =>
        retireEntry(state, { id: "new" }, "archive"),
      );
      const { state } = await changeState(ledger, choice, async (view) => {
        const stored = [...view.state.entries.values()].find(({ id }) => id === "weak");
        const fullText = stored ? await findFullText(view.tx, stored, rules.countTokens) : null;
        return restoreEntry(view.state, { id: "weak", fullText }, rules);
      });
      const shown = await ledger.read((tx) =>
        showState(tx, state, { archived: false, viewer: { namespace: null } }),
      );
      assert.equal(shown.entries[0]?.content, `${"word ".repeat(40)}v1.2.3`);
      assert.equal(shown.entries[0]?.version, 3);
    },
  ),
  check(
    "a text that does not fit is shortened, and the fullText stays within reach",
    async (ledger) => {
      await commit(ledger, { id: "a", content: "x ".repeat(48), score: 5 });
      const content =
        "Version v1.2.3 is out. It needs more words than there is room for here today, twenty of them.";
      const { state, result } = await commit(ledger, { id: "b", content, score: 1 });
      assert.equal(result.resolution, "compressed");
      const entry = [...state.entries.values()].find(({ id }) => id === "b");
      const found = await ledger.read((tx) => findText(tx, entry?.fullText?.text.sha256 ?? ""));
      assert.equal(found.state === "present" && Buffer.from(found.content).toString(), content);
      assert.equal(entry?.image.unit_ref, `sha256:${entry?.fullText?.text.sha256}`);
      const viewer = { namespace: null };
      const shown = await ledger.read((tx) => showState(tx, state, { archived: false, viewer }));
      assert.equal(shown.entries[1]?.content, "Version v1.2.3 is out.");
      const longer = `${content} And some more of the same kind.`;
      const again = { id: "b", content: longer, score: 1, expect_version: 1 };
      const { result: updated } = await commit(ledger, again);
      assert.deepEqual([updated.resolution, updated.version], ["compressed", 2]);
    },
  ),
  check("one cycle twice admits nothing the second time, duplicates once", async (ledger) => {
    const requests = ["port 8080 is open", "queue has 50 places", "port 8080 is open"].map(
      (content) => ({ content }),
    );
    const run = () => changeState(ledger, choice, (view) => planCommits(view, requests, rules));
    assert.equal((await run()).result.metrics.admitted, 2);
    assert.equal((await run()).result.metrics.admitted, 0);
  }),
  check("several changes at once all land, one behind the other", async (ledger) => {
    const all = Array.from({ length: 24 }, (_, n) =>
      commit(ledger, { id: `e${n}`, content: `entry ${n}`, skipGate: true }),
    );
    await Promise.all(all);
    const { state } = await load(ledger);
    assert.equal([...state.entries.values()].length, 24);
    assert.equal(state.head_seq, [...state.entries.values()].filter(isActive).length);
  }),
];

const removal: readonly StateCheck[] = [
  check("delete leaves a tombstone, removes the text and goes on counting", async (ledger) => {
    await commit(ledger, { id: "a", content: "port 8080 is open" });
    const early = changeState(ledger, choice, ({ state }) => deleteEntry(state, { id: "a" }));
    assert.equal(await codeOf(early), "E_PROTECTED");
    await changeState(ledger, choice, ({ state }) => retireEntry(state, { id: "a" }, "archive"));
    const done = await changeState(ledger, choice, ({ state }) => deleteEntry(state, { id: "a" }));
    const [gone, ...more] = await removeTextsOf(ledger, done.state, done.result);
    assert.deepEqual(more, []);
    const text = await ledger.read((tx) => findText(tx, gone ?? ""));
    assert.notEqual(text.state, "present");
    const [line] = await ledger.read((tx) => readTrail(tx, stream, { limit: 1, type: "deleted" }));
    assert.deepEqual([line?.id, line?.before_version, line?.after_version], ["a", 2, null]);
    assert.deepEqual(await verifiedCodes(ledger), []);
    const { result } = await commit(ledger, { id: "a", content: "port 9090 is open" });
    assert.equal(result.version, 3);
  }),
  check("redact leaves hashes, replay and verification whole", async (ledger) => {
    await commit(ledger, { id: "a", content: "the password is hunter2 hunter2" });
    const { state: before } = await load(ledger);
    const entry = { namespace: "shared", id: "a" };
    const names = await ledger.read((tx) => textsOfEntry(tx, before, entry));
    await redactEverywhere(ledger, names, { actor, reason: "secret", everywhere: false });
    const { state } = await load(ledger);
    assert.equal(hashOfState(state), hashOfState(before));
    const shown = await ledger.read(async (tx) => {
      const replayed = await replayState(tx, address, { seq: 1 });
      return showState(tx, replayed.state, { archived: true, viewer: { namespace: null } });
    });
    assert.equal(shown.entries[0]?.content, "[redacted]");
    assert.deepEqual(await verifiedCodes(ledger), []);
    const { result } = await commit(ledger, { content: "the password is hunter2 hunter2" });
    assert.equal(result.decision, "admitted", "what was redacted is not compared with");
  }),
];

/** What states promise over every store. */
export const stateSuite: readonly StateCheck[] = [...commits, ...removal, ...properties];
