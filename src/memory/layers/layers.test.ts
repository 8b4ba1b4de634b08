import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { memoryFiles, treeFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { writeOamp } from "./oamp.ts";
import { pamChecksum, pamContentHash, writePam } from "./pam.ts";
import { readLayer } from "./read-layer.ts";
import { writeRecords } from "./records.ts";

const at = "2026-05-04T08:00:00.000Z";

async function read(files: Readonly<Record<string, string>>) {
  const findings = createFindings("lenient");
  const layer = await readLayer(memoryFiles(files), { namespace: "orchard", findings });
  return { layer, codes: findings.list().map(({ code }) => code) };
}

function pam(changes: JsonObject = {}): JsonObject {
  const memories = [
    {
      id: "mem-1",
      type: "preference",
      status: "active",
      content: "Prefers  short Reports",
      content_hash: pamContentHash("prefers short reports"),
      tags: ["style"],
      confidence: { initial: 1, current: 0.8 },
      temporal: { created_at: at },
      provenance: { platform: "elsewhere" },
      metadata: { language: "en" },
    },
    { id: "mem-0", type: "fact", status: "superseded", content: "The pump is red." },
  ];
  const integrity = { checksum: pamChecksum(memories), total_memories: 2 };
  return { schema: "portable-ai-memory", schema_version: "1.0", memories, integrity, ...changes };
}

const oamp = {
  oamp_version: "1.2.0",
  type: "knowledge_store",
  user_id: "user-1",
  entries: [
    {
      type: "knowledge_entry",
      id: "0b9f4a52-6f3e-4a0e-9d57-1f2a3b4c5d6e",
      user_id: "user-1",
      category: "fact",
      content: "The valve opens at noon.",
      confidence: 0.9,
      source: { session_id: "s-1", agent_id: "gardener", timestamp: at },
      governance: { sensitivity_class: "internal" },
      tags: ["water"],
    },
  ],
  exported_at: at,
};

suite("readLayer()", () => {
  test("reads memories of a PAM document with their hashes and states", async () => {
    const { layer, codes } = await read({ "store.json": JSON.stringify(pam()) });
    assert.deepEqual(codes, []);
    assert.equal(layer?.layer, "pam");
    const [first, second] = layer?.units ?? [];
    assert.deepEqual(
      [first?.unit.node_id, first?.unit.type, first?.unit.confidence, first?.state],
      ["mem-1", "preference", 0.8, "active"],
    );
    assert.equal(second?.state, "retracted");
  });

  test("refuses a PAM memory whose content was altered, and says that the sum is wrong", async () => {
    const document = JSON.stringify(pam()).replace("short Reports", "long Reports");
    const { layer, codes } = await read({ "store.json": document });
    assert.deepEqual(codes, ["E_BLOB", "E_BLOB"]);
    assert.equal(layer?.units.length, 1);
  });

  test("reads entries of an OAMP store", async () => {
    const { layer, codes } = await read({ "store.json": JSON.stringify(oamp) });
    assert.deepEqual(codes, []);
    const [entry] = layer?.units ?? [];
    assert.deepEqual(
      [entry?.unit.user_id, entry?.unit.agent_id, entry?.unit.type, entry?.unit.tags],
      ["user-1", "gardener", "fact", ["water"]],
    );
  });

  test("leaves out an OAMP entry that is wrong and keeps the others", async () => {
    const wrong = { ...oamp.entries[0], confidence: 7 };
    const entries = [wrong, ...oamp.entries];
    const { layer, codes } = await read({ "store.json": JSON.stringify({ ...oamp, entries }) });
    assert.equal(layer?.units.length, 1);
    assert.deepEqual(codes, ["E_RANGE"]);
  });

  test("reads Markdown records, CRLF too, and skips index and log", async () => {
    const { layer, codes } = await read({
      "index.md": "# Index",
      "log.md": "# Log",
      "a/pump.md":
        "---\r\ntype: decision\r\ntags: [water]\r\nnode_id: node:pump\r\nconfidence: 0.5\r\n---\r\n\r\n# Pump\r\n\r\nIt runs at noon.\r\n",
      "a/plain.md": "Just a remark.\n",
      "picture.png": "x",
    });
    assert.deepEqual(codes, []);
    assert.deepEqual(
      layer?.units.map(({ id, unit }) => [id, unit.node_id, unit.type, unit.confidence]),
      [
        ["a/plain.md", null, null, null],
        ["a/pump.md", "node:pump", "decision", 0.5],
      ],
    );
  });

  test("reports records that cannot be read and keeps the rest", async () => {
    const { layer, codes } = await read({
      "bad.md": "---\ntype: [unclosed\n---\nText\n",
      "empty.md": "---\ntype: memory\n---\n\n",
      "good.md": "Text\n",
      "open.md": "---\ntype: memory\nText\n",
      "sure.md": "---\nconfidence: 2\n---\nText\n",
    });
    assert.equal(layer?.units.length, 1);
    assert.ok(
      ["E_YAML", "E_SHAPE", "E_FRONTMATTER", "E_RANGE"].every((code) =>
        codes.some((each) => each === code),
      ),
      codes.join(),
    );
  });

  test("takes no other JSON document for units", async () => {
    assert.equal((await read({ "a.json": '{"schema":"other"}' })).layer, null);
    assert.equal(
      (await read({ "a.json": '{"__proto__":{"schema":"portable-ai-memory"}}' })).layer,
      null,
    );
  });
});

suite("units that are written", () => {
  const exported = (units: readonly { id: string }[] | undefined) => {
    assert.ok(units);
    return units;
  };

  test("as PAM are the memories that came, and pass their own check", async () => {
    const { layer } = await read({ "store.json": JSON.stringify(pam()) });
    const units = (layer?.units ?? []).map((unit) => ({ ...unit, created_at: at }));
    exported(units);
    const written = writePam(units, { now: at, owner: "me" });
    assert.deepEqual(written.memories, pam().memories);
    assert.deepEqual((await read({ "store.json": JSON.stringify(written) })).codes, []);
  });

  test("as OAMP are the entries that came", async () => {
    const { layer } = await read({ "store.json": JSON.stringify(oamp) });
    const units = (layer?.units ?? []).map((unit) => ({ ...unit, created_at: at }));
    const written = writeOamp(units, { now: at, user: "user-1", newId: () => "new" });
    assert.deepEqual(written.entries, oamp.entries);
  });

  test("as records keep their front matter and come back the same", async () => {
    const text = "---\ntype: decision\ntier: l2-scenario\nunknown: kept\n---\n\nIt runs at noon.\n";
    const { layer } = await read({ "pump.md": text, "other.md": "A remark: # not a heading\n" });
    const units = (layer?.units ?? []).map((unit, index) => ({
      ...unit,
      id: `id-${index}`,
      created_at: at,
    }));
    const tree = writeRecords(units);
    const bytes = tree.get("memory/2026-05-04/id-1.md");
    assert.equal(bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : null, text);
    const findings = createFindings();
    const again = await readLayer(treeFiles(tree), { namespace: "orchard", findings });
    assert.deepEqual(findings.list(), []);
    assert.deepEqual(
      again?.units.map(({ unit }) => unit.content),
      units.map(({ unit }) => unit.content),
    );
  });

  test("as another kind than they came in are written anew", async () => {
    const { layer } = await read({ "pump.md": "---\ntype: fact\n---\nIt runs at noon.\n" });
    const units = (layer?.units ?? []).map((unit) => ({ ...unit, created_at: at }));
    const asPam = writePam(units, { now: at, owner: "me" });
    assert.deepEqual((await read({ "store.json": JSON.stringify(asPam) })).codes, []);
    const asOamp = writeOamp(units, { now: at, user: "me", newId: () => crypto.randomUUID() });
    assert.deepEqual((await read({ "store.json": JSON.stringify(asOamp) })).codes, []);
  });
});
