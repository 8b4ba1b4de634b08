import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createFindings } from "../../src/base/findings.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { unitFactsSchema } from "../../src/memory/event-bodies.ts";
import { evictUnits, type UnitEviction } from "../../src/memory/evict-units.ts";
import room from "../../src/memory/module.ts";
import { recall } from "../../src/memory/recall.ts";
import { selectUnit, sumSavings } from "../../src/memory/tables.ts";
import { recordRecall } from "../../src/memory/unit-use.ts";
import { contentOf, markUsed, storeUnits } from "../../src/memory/units.ts";
import { DEFAULT_DECAY } from "../../src/state/use/retrieval-strength.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const actor = { id: "ada", origin: "test" };
const facts = unitFactsSchema.parse({ namespace: "shared" });
const filter = { namespace: null };

/** A ledger whose clock the test sets. */
async function open(location: string) {
  let day = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000);
  const ledger = await openLedgerAt(location, { modules: [room], now });
  const keep = async (content: string) => {
    const [stored] = await ledger.write((unit) => storeUnits(unit, [{ content, ...facts }], actor));
    return stored?.unit_id ?? "";
  };
  const setDay = (to: number) => {
    day = to;
  };
  const fading = () => ({ now: now(), strength: DEFAULT_DECAY });
  return { ledger, keep, setDay, fading, find: (query: string) => find(ledger, query, fading()) };
}

async function find(
  ledger: Ledger,
  query: string,
  fading: { now: Date; strength: typeof DEFAULT_DECAY },
) {
  const found = await recall(ledger, { query, filter, limit: 10, maxLength: 500, decay: fading });
  return found.map(({ content }) => content);
}

async function recordUse(ledger: Ledger, unit_id: string, text = "") {
  await ledger.write(async (unit) => {
    const row = await selectUnit(unit.tx, unit_id);
    assert.ok(row);
    await recordRecall(unit, { op: "test", units: [row], text, session_id: null, actor });
  });
}

async function assertSound(ledger: Ledger) {
  const findings = createFindings("strict");
  await verifyLedger(ledger, findings);
  assert.deepEqual(findings.list(), []);
}

const pass = (more: Partial<UnitEviction>) => ({
  filter,
  lru: false,
  hard: false,
  isDry: false,
  actor,
  ...more,
});

for (const subject of all) {
  const options = { skip: subject.skip };
  suite(`use of units over ${subject.name}`, () => {
    test(
      "recall() puts what is old and was never read behind what was of use",
      options,
      async () => {
        const { ledger, keep, setDay, find } = await open(subject.location());
        await keep("the pump in the harbor runs");
        const used = await keep("the pump in the orchard runs");
        setDay(60);
        assert.deepEqual((await find("pump"))[0], "the pump in the orchard runs", "newer first");
        const first = await keep("the pump in the meadow runs");
        assert.equal((await find("pump"))[0], "the pump in the meadow runs", "it is fresh");
        for (let times = 0; times < 3; times++) await ledger.write((u) => markUsed(u, used, actor));
        assert.equal((await find("pump"))[0], "the pump in the orchard runs", "it was of use");
        assert.ok(first);
        await ledger.close();
      },
    );

    test("recordRecall() counts reads and savings, once per unit and call", options, async () => {
      const { ledger, keep, setDay } = await open(subject.location());
      const unit_id = await keep("x".repeat(400));
      setDay(2);
      await recordUse(ledger, unit_id, "x".repeat(40));
      await recordUse(ledger, unit_id, "x".repeat(4000));
      const row = await ledger.read((tx) => selectUnit(tx, unit_id));
      assert.deepEqual([row?.accesses, row?.last_used?.slice(0, 10)], [2, "2026-01-03"]);
      const [sums] = await ledger.read((tx) => sumSavings(tx, "2026-01-03", null));
      assert.deepEqual(
        [sums?.calls, sums?.returned_tokens, sums?.baseline_tokens, sums?.saved_tokens],
        [2, 1010, 200, 90],
      );
      assert.deepEqual(await ledger.read((tx) => sumSavings(tx, "2026-01-04", null)), []);
      await assertSound(ledger);
      await ledger.close();
    });

    test("evictUnits() archives by age, strength and number, each unit once", options, async () => {
      const { ledger, keep, setDay, fading } = await open(subject.location());
      const old = await keep("an old remark");
      const read = await keep("an old remark that is read");
      setDay(100);
      await recordUse(ledger, read);
      const fresh = await keep("a fresh remark");
      const evict = async (more: Partial<UnitEviction>) =>
        (await evictUnits(ledger, { ...pass(more), decay: fading() })).map(
          ({ row, action, reason }) => [row.unit_id, action, reason],
        );
      assert.deepEqual(await evict({ ttl_days: 90, isDry: true }), [[old, "archive", "ttl"]]);
      assert.deepEqual(await evict({ min_strength: 0.3 }), [[old, "archive", "strength"]]);
      assert.deepEqual(await evict({ ttl_days: 90 }), [], "it is archived already");
      assert.equal((await evict({ max_keep: 1 })).length, 1);
      assert.deepEqual((await evict({ lru: true })).length, 1);
      assert.ok(fresh);
      await ledger.close();
    });

    test(
      "evictUnits() deletes only what was archived before, and it can be kept anew",
      options,
      async () => {
        const { ledger, keep, fading, find } = await open(subject.location());
        const unit_id = await keep("the harbor pump is red");
        await keep("the harbor gate is green");
        const evict = (more: Partial<UnitEviction>) =>
          evictUnits(ledger, { ...pass(more), decay: fading() });
        assert.equal((await evict({ hard: true, max_keep: 1 }))[0]?.action, "archive");
        assert.equal((await evict({ hard: true }))[0]?.action, "delete");
        const gone = await ledger.read(async (tx) => {
          const row = await selectUnit(tx, unit_id);
          return row && { state: row.state, content: await contentOf(tx, row) };
        });
        assert.deepEqual(gone, { state: "deleted", content: null });
        await assertSound(ledger);
        assert.deepEqual(await find("pump"), []);
        assert.equal(await keep("the harbor pump is red"), unit_id);
        assert.deepEqual(await find("pump"), ["the harbor pump is red"]);
        await assertSound(ledger);
        await ledger.close();
      },
    );
  });
}
