import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createFacts } from "../../scripts/bench/gate-cases.ts";
import { memoryFiles } from "../../src/base/file-set.ts";
import { createFindings } from "../../src/base/findings.ts";
import { sha256 } from "../../src/base/hash.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { rebuildTables } from "../../src/ledger/projections.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { type UnitFacts, unitFactsSchema } from "../../src/memory/event-bodies.ts";
import { resolveRef } from "../../src/memory/layers/resolve-ref.ts";
import room from "../../src/memory/module.ts";
import { recall } from "../../src/memory/recall.ts";
import { indexUnits, removeUnit } from "../../src/memory/search/index-units.ts";
import { scorerFor, searchUnits } from "../../src/memory/search/search-units.ts";
import { createSearch } from "../../src/memory/search/tables.ts";
import { selectUnits, type UnitFilter } from "../../src/memory/tables.ts";
import { changeUnitState, findUnit, markUsed, storeUnits } from "../../src/memory/units.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const actor = { id: "ada", origin: "test" };

function facts(changes: Partial<UnitFacts> = {}): UnitFacts {
  return unitFactsSchema.parse({ namespace: "shared", ...changes });
}

function open(location: string): Promise<Ledger> {
  return openLedgerAt(location, { modules: [room] });
}

async function keep(ledger: Ledger, content: string, changes: Partial<UnitFacts> = {}) {
  const [stored] = await ledger.write((unit) =>
    storeUnits(unit, [{ content, ...facts(changes) }], actor),
  );
  assert.ok(stored);
  return stored;
}

function find(ledger: Ledger, query: string, filter: Partial<UnitFilter> = {}, limit = 10) {
  return recall(ledger, { query, filter: { namespace: null, ...filter }, limit, maxLength: 500 });
}

const contents = async (ledger: Ledger, query: string, filter: Partial<UnitFilter> = {}) =>
  (await find(ledger, query, filter)).map(({ content }) => content);

/** Queries, each with a text that it must find. */
const inScripts = [
  ["缓存", "列表的缓存在九十秒后过期。"],
  ["会话迁移到哪个数据库？", "我们决定把会话迁移到PostgreSQL数据库。"],
  ["猫", "庭に白い猫がいます。"],
  ["接続エラー", "データベースの接続エラーは再起動で直りました。"],
  ["데이터베이스", "새로운 데이터베이스를 사용합니다."],
  ["สำรองข้อมูล", "เราสำรองข้อมูลทุกคืน"],
  ["deploiement", "Le déploiement est arrêté."],
  ["STRASSE", "Die Ｓｔｒａｓｓｅ ist gesperrt."],
  ["ферме", "На фе\u0301рме нет воды."],
  ["قهوه", "نشرب القَهوَه صباحا، قَهوه."],
] as const;

for (const subject of all) {
  const options = { skip: subject.skip };
  suite(`units over ${subject.name}`, () => {
    test("storeUnits() keeps the same content of the same owner once", options, async () => {
      const ledger = await open(subject.location());
      const first = await keep(ledger, "Listings are cached.");
      const again = await keep(ledger, "Listings are cached.");
      const other = await keep(ledger, "Listings are cached.", { namespace: "team" });
      assert.deepEqual(again, { unit_id: first.unit_id, outcome: "known" });
      assert.equal(other.outcome, "stored");
      await ledger.close();
    });

    test("verifyLedger() finds a search index that is not that of the texts", options, async () => {
      const ledger = await open(subject.location());
      for (const n of [1, 2, 3]) await keep(ledger, `The ferry leaves pier ${n} at noon.`);
      assert.equal((await contents(ledger, "ferry")).length, 3);
      const codes = async () => {
        const findings = createFindings();
        await verifyLedger(ledger, findings);
        return [...new Set(findings.list().map(({ code }) => code))];
      };
      assert.deepEqual(await codes(), []);
      const { fullText } = ledger.store.engine;
      const index = { name: "unit_words", table: "unit_chunks", key: "chunk", terms: "terms" };
      const changes = [
        "update unit_chunks set terms = 'nothing' where chunk = 2",
        "delete from unit_chunks where chunk = 1",
        "update unit_terms set chunks = chunks + 1",
        "update unit_search_totals set value = 7 where name = 'chunks'",
        "drop table unit_terms",
        // Where the engine has an index of its own that does not follow the table.
        ...(fullText.insert(index) === null ? [] : ["delete from unit_words where rowid = 2"]),
      ];
      for (const change of changes) {
        await ledger.store.transaction("write", (tx) => tx.run(change));
        assert.deepEqual(await codes(), ["E_STATE"], change);
        await ledger.write(async ({ tx }) => {
          await createSearch(tx, ledger.store.engine, "real");
          await indexUnits(tx, ledger.store.engine);
        });
        assert.deepEqual(await codes(), []);
      }
      await ledger.close();
    });

    test("storeUnits() lets what was retracted hold again and says so", options, async () => {
      const ledger = await open(subject.location());
      const { unit_id } = await keep(ledger, "Listings are cached.");
      await ledger.write((unit) =>
        changeUnitState(unit, unit_id, { to: "retracted", reason: "wrong", actor }),
      );
      assert.deepEqual(await contents(ledger, "cached listings"), []);
      const again = await keep(ledger, "Listings are cached.");
      assert.equal(again.outcome, "reactivated");
      assert.deepEqual(await contents(ledger, "cached listings"), ["Listings are cached."]);
      await ledger.close();
    });

    test("recall() finds by stems and by exact names, the best first", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, "The cache of `auth-api-2` holds listings for 90 seconds.");
      await keep(ledger, "The cache of `auth-api-1` holds listings for 15 minutes.");
      await keep(ledger, "Lunch is at noon.");
      const [first, second, ...rest] = await contents(ledger, "caching in auth-api-1");
      assert.match(first ?? "", /auth-api-1/);
      assert.match(second ?? "", /auth-api-2/);
      assert.deepEqual(rest, []);
      await ledger.close();
    });

    test("recall() finds words of every script, and without accents", options, async () => {
      const ledger = await open(subject.location());
      for (const [, text] of inScripts) await keep(ledger, text);
      for (const [query, text] of inScripts) {
        assert.equal((await contents(ledger, query))[0], text, query);
      }
      await ledger.close();
    });

    test("recall() filters before it limits", options, async () => {
      const ledger = await open(subject.location());
      for (let at = 0; at < 30; at++) {
        await keep(ledger, `pump pump pump number ${at}`, { namespace: "other" });
      }
      await keep(ledger, "the pump of our team", { namespace: "team", tags: ["water"] });
      await keep(ledger, "a pump that all know");
      const visible = await contents(ledger, "pump", { namespace: "team" });
      assert.deepEqual(visible.sort(), ["a pump that all know", "the pump of our team"]);
      assert.deepEqual(await contents(ledger, "pump"), ["a pump that all know"]);
      const [tagged] = await find(ledger, "pump", { namespace: "team", tags: ["water"] }, 1);
      assert.equal(tagged?.content, "the pump of our team");
      await ledger.close();
    });

    test(
      "recall() finds an answer beside its question in the same conversation",
      options,
      async () => {
        const ledger = await open(subject.location());
        const turns = [
          "Ines: Which instrument did you buy at the market?",
          "Omar: An old concertina!",
          "Ines: Lovely weather today.",
        ];
        for (const [at, turn] of turns.entries()) {
          await keep(ledger, turn, { session_id: "s1", node_id: `t${at}` });
        }
        await keep(ledger, "Omar: Nothing at all.", { session_id: "s2" });
        const query = "which instrument was bought at the market";
        const found = await contents(ledger, query);
        assert.deepEqual(found.slice(0, 2), turns.slice(0, 2));
        assert(!found.includes("Omar: Nothing at all."));
        assert.deepEqual(await contents(ledger, query, { node_id: "t0" }), turns.slice(0, 1));
        await ledger.close();
      },
    );

    test("recall() without words to look for gives the newest", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, "first");
      await keep(ledger, "second");
      assert.deepEqual(await contents(ledger, "what is it?"), ["second", "first"]);
      await ledger.close();
    });

    test("recall() takes signs of queries for text", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, `It's a "quoted" \\ thing & more | less ! (x) : * <-> o'clock`);
      for (const query of [
        `"quoted"`,
        "thing:* & ! | (",
        "o'clock'",
        "\\ more \\'",
        "NEAR thing*",
      ]) {
        assert.equal((await find(ledger, query)).length, 1, query);
      }
      await ledger.close();
    });

    test("the index follows units that came in behind its back", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, "the harbor pump");
      assert.equal((await find(ledger, "pump")).length, 1);
      await keep(ledger, "the orchard pump");
      assert.equal((await find(ledger, "pump")).length, 2);
      await ledger.write(({ tx }) => rebuildTables(tx, ledger.store.engine, ledger.projections));
      assert.equal((await find(ledger, "pump")).length, 2);
      await ledger.close();
    });

    test("forgetUnit() leaves the index as if the unit had never been there", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, "the harbor pump runs at noon");
      const { unit_id } = await keep(ledger, "the secret pump runs at night");
      await ledger.write(({ tx }) => indexUnits(tx, ledger.store.engine));
      await ledger.write(({ tx }) => removeUnit(tx, ledger.store.engine, unit_id));
      assert.deepEqual(await contents(ledger, "secret night pump"), [
        "the harbor pump runs at noon",
      ]);
      const { terms } = await ledger.read((tx) => scorerFor(tx, "pump secret"));
      assert.deepEqual(
        terms.map(({ term, chunks }) => [term, chunks]),
        [["pump", 1]],
      );
      await ledger.close();
    });

    test("findUnit() knows ids, their beginnings and nodes", options, async () => {
      const ledger = await open(subject.location());
      const { unit_id } = await keep(ledger, "one", { node_id: "node-a" });
      await keep(ledger, "two", { node_id: "twice" });
      await keep(ledger, "three", { node_id: "twice" });
      await ledger.read(async (tx) => {
        for (const name of [unit_id, unit_id.slice(0, 8), "node-a"]) {
          assert.equal((await findUnit(tx, name)).unit_id, unit_id);
        }
        await assert.rejects(findUnit(tx, "twice"), { code: "E_USAGE" });
        await assert.rejects(findUnit(tx, "nobody"), { code: "E_NOT_FOUND" });
      });
      await ledger.close();
    });

    test("resolveRef() follows texts, units, files and documents", options, async () => {
      const ledger = await open(subject.location());
      await keep(ledger, "one", { node_id: "node-a" });
      const entry = {
        oamp_version: "1.0.0",
        type: "knowledge_entry",
        id: "e-1",
        user_id: "u",
        category: "fact",
        content: "an entry",
        confidence: 1,
        source: { session_id: "s", timestamp: "2026-05-04T08:00:00Z" },
      };
      const memories = [{ id: "m-1", type: "fact", content: "a memory" }];
      const files = memoryFiles({
        "notes/a.md": "---\ntype: memory\n---\na record\n",
        "a.txt": "a file",
        "oamp.json": JSON.stringify(entry),
        "pam.json": JSON.stringify({
          schema: "portable-ai-memory",
          schema_version: "1.0",
          memories,
        }),
      });
      const results = [];
      for (const [ref, layer] of [
        [`sha256:${sha256("one")}`, "amp"],
        ["node-a", "inline"],
        ["notes/a.md", "files"],
        ["a.txt", "files"],
        ["pam.json#m-1", "pam"],
        ["oamp.json", "oamp"],
        ["pam.json#m-2", "pam"],
        ["../a.txt", "files"],
        ["nobody", "inline"],
        [`sha256:${sha256("never seen")}`, "inline"],
        ["grain://1", "grains"],
        ["x", "amp"],
      ] as const) {
        const found = await ledger.read((tx) => resolveRef(ref, layer, { tx, files }));
        results.push(found.state === "resolved" ? found.content : found.state);
      }
      assert.deepEqual(results.slice(0, 6), [
        "one",
        "one",
        "a record",
        "a file",
        "a memory",
        "an entry",
      ]);
      assert.deepEqual(results.slice(6), [...Array(4).fill("unresolved"), "kept", "kept"]);
      await ledger.close();
    });

    test("the tables are the same after a rebuild", options, async () => {
      const ledger = await open(subject.location());
      const { unit_id } = await keep(ledger, "one", { tags: ["a", "b", "a"], confidence: 0.5 });
      await ledger.write((unit) => markUsed(unit, unit_id, actor));
      await ledger.write((unit) =>
        changeUnitState(unit, unit_id, { to: "archived", reason: "old", actor }),
      );
      const rows = () =>
        ledger.read((tx) => selectUnits(tx, { namespace: null, states: ["archived"] }, 9));
      const before = await rows();
      assert.equal(before[0]?.useful, 1);
      await ledger.write(({ tx }) => rebuildTables(tx, ledger.store.engine, ledger.projections));
      assert.deepEqual(await rows(), before);
      const findings = createFindings();
      await verifyLedger(ledger, findings);
      assert.deepEqual(findings.list(), []);
      await ledger.close();
    });
  });
}

test("searchUnits() gives both stores the same hits with the same scores", async (t) => {
  const usable = all.filter(({ skip }) => skip === false);
  if (usable.length < 2) return t.skip("only one store can be used here");
  const found: unknown[] = [];
  for (const subject of usable) {
    const ledger = await open(subject.location());
    const units = createFacts(300).map((content) => ({ content, ...facts() }));
    await ledger.write((unit) => storeUnits(unit, units, actor));
    await ledger.write(({ tx }) => indexUnits(tx, ledger.store.engine));
    const queries = [
      "failover site of the mill-relay",
      "harbor pump port",
      "who keeps the plan",
      "días ünïcode 東京",
    ];
    found.push(
      await ledger.read(async (tx) => {
        const hits = [];
        for (const query of queries) {
          const search = { query, filter: { namespace: null }, limit: 12, excerptLength: 200 };
          for (const { excerptOf, ...hit } of await searchUnits(tx, ledger.store.engine, search)) {
            hits.push({ ...hit, excerpt: excerptOf(200) });
          }
        }
        return hits;
      }),
    );
    await ledger.close();
  }
  assert.deepEqual(found[0], found[1]);
});
