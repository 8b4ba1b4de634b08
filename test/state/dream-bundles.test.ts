import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { sha256 } from "../../src/base/hash.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { type BundleReading, readBundle, requireValid } from "../../src/bundles/read-bundle.ts";
import type { FormatName } from "../../src/formats/registry.ts";
import { partsFromModel, type StateModel } from "../../src/formats/state-model.ts";
import { readDreamRecord } from "../../src/state/dream/dream-record.ts";
import { DREAM_WEIGHTS } from "../../src/state/dream/dream-signals.ts";
import { dreamBundle } from "../../src/state/kit/dream-bundle.ts";
import type { Files } from "../support/check.ts";

const now = new Date("2026-06-01T00:00:00Z");
const counter = await loadTokenCounter("utf8_bytes_div4_v1");
const request = {
  now,
  similarity: 0.6,
  threshold: 0.3,
  protect: ["constraint"],
  weights: DREAM_WEIGHTS,
  countTokens: (text: string) => counter.count(text),
};

const rust = "the team chose Rust for the core crates";
const go = "the team chose Go for the core crates";
const colours = "an old remark about colours";
const times = ["2026-05-01T00:00:00Z", "2026-05-31T00:00:00Z", "2024-01-01T00:00:00Z"];

function entries(slot: boolean): string {
  const texts = [rust, go, colours].map((content, at) => ({
    id: ["rust", "go", "colours"][at],
    ...(slot ? { slot: "fact", tokens: 9, committed_at: times[at] } : {}),
    content,
    ...(slot
      ? { score: at === 2 ? 0.1 : 1 }
      : { tier: "L1", created_at: times[at], scores: { relevance: at === 2 ? 0.1 : 1 } }),
    "x-kept": at,
  }));
  return JSON.stringify(texts);
}

const head = { created_at: times[1], unit_source: "inline" };
const wc = { format: "artesian.working-context", version: "0.1" };
const samples: Readonly<Record<string, Files>> = {
  "working-context": {
    "manifest.json": JSON.stringify({ ...wc, ...head }),
    "snapshot.json": `{"schema":["decision","fact"],"budget_tokens":100,"token_count":27,"entries":${entries(true)}}`,
    "lifecycle.jsonl": `{"ts":"${times[0]}","entry_id":"rust","decision":"commit","status":"active"}\n`,
  },
  "ocf-kit": {
    "manifest.json": JSON.stringify({ ...wc, collection: "harbour", exported_at: times[1] }),
    "snapshot.json": entries(false),
  },
  ocf: {
    "manifest.json": `{"ocf_version":"0.1","created":"${times[1]}","unit_source":"inline"}`,
    "schema.json": `{"ocf_version":"0.1","slots":[{"name":"fact"}],"budget_tokens":100}`,
    "snapshot.json": `{"budget_tokens":100,"token_count":27,"entries":${entries(true).replaceAll(/,"x-kept":\d/g, "")}}`,
    "history/blobs/note": "a file that travels along",
  },
};

async function read(files: Files | Parameters<typeof treeFiles>[0], as: FormatName) {
  const set = files instanceof Map ? treeFiles(files) : memoryFiles(files as Files);
  const options = {
    as,
    profile: "lenient",
    level: "full",
    limits: {},
    signers: null,
    now,
  } as const;
  const reading: BundleReading = await readBundle(set, options);
  requireValid(reading, "test");
  return reading;
}

async function inputOf(files: Files, as: FormatName) {
  const reading = await read(files, as);
  return { reading, parts: await partsFromModel(reading.model as StateModel), history: null };
}

for (const name of ["working-context", "ocf-kit", "ocf"] as const) {
  suite(`dreamBundle() over ${name}`, () => {
    const files = samples[name] ?? {};

    test("gives the same bytes for the same input and time, and a sound bundle", async () => {
      const first = await dreamBundle(await inputOf(files, name), request);
      const again = await dreamBundle(await inputOf(files, name), request);
      const bytes = async (tree: typeof first.tree) => {
        const all = [];
        for await (const entry of treeFiles(tree).entries()) {
          all.push([entry.path, (await entry.digest()).sha256]);
        }
        return all;
      };
      assert.deepEqual(await bytes(first.tree), await bytes(again.tree));
      await read(first.tree as Map<string, Uint8Array>, name);
    });

    test("says one line for every entry and keeps the lines before", async () => {
      const before = await read(files, name);
      const { tree } = await dreamBundle(await inputOf(files, name), request);
      const after = await read(tree as Map<string, Uint8Array>, name);
      const lines = await Array.fromAsync((after.model as StateModel).trail.lines());
      const old = await Array.fromAsync((before.model as StateModel).trail.lines());
      assert.deepEqual(
        lines.slice(0, old.length).map(({ text }) => text),
        old.map(({ text }) => text),
      );
      const ids = lines.slice(old.length).map(({ value }) => value?.record_id ?? value?.entry_id);
      assert.deepEqual(ids, ["rust", "go", "colours"]);
    });

    test("puts what lost away without losing its words", async () => {
      const { tree } = await dreamBundle(await inputOf(files, name), request);
      const after = await read(tree as Map<string, Uint8Array>, name);
      const { records } = after.model as StateModel;
      assert.deepEqual(
        records.map((record) => record.state ?? "active"),
        ["archived", "active", "archived"],
      );
      const kept = await after.files.get(`history/blobs/${sha256(rust)}`);
      const isThere = kept !== null || records[0]?.content === rust;
      assert.equal(isThere, true);
      if (name !== "ocf")
        assert.deepEqual(
          records.map((record) => record["x-kept"]),
          [0, 1, 2],
        );
    });

    test("records its input, its options and a reason for every entry", async () => {
      const { tree } = await dreamBundle(await inputOf(files, name), request);
      const record = await readDreamRecord(treeFiles(tree));
      assert.deepEqual(
        record?.decisions.map(({ id, action, by }) => [id, action, by]),
        [
          ["rust", "superseded", "go"],
          ["go", "supersede", null],
          ["colours", "archive", null],
        ],
      );
      assert.notEqual(record?.input.state_hash, record?.output.state_hash);
    });
  });
}
