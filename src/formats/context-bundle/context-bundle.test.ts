import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileEntry, type FileSet, memoryFiles, treeFiles } from "../../base/file-set.ts";
import { createFindings, type Profile } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { limitsByFormat } from "../limits.ts";
import contextBundle from "./context-bundle.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function check(
  files: Files | FileSet,
  profile: Profile = "strict",
  level: "full" | "records" = "full",
) {
  const findings = createFindings(profile);
  const set =
    "entries" in files && typeof files.entries === "function"
      ? (files as FileSet)
      : memoryFiles(files as Files);
  const limits = limitsByFormat["context-bundle"];
  const model = await contextBundle.read(set, { limits, findings, level });
  const list = findings.list();
  return { model, list, codes: list.map(({ code, pointer }) => `${code} ${pointer ?? ""}`.trim()) };
}

const detects = (files: Files) => contextBundle.detect(memoryFiles(files));

const ID = "ab".repeat(32);
const head = {
  compiler: { id: "c", strategy: "s" },
  source: { thread_id: "t", from_seq: 3, from_message_id: null },
  provenance: { run_session_id: "r", actor_id: "a", origin: "o" },
};
const v1 = (items: unknown, more: object = {}) =>
  JSON.stringify({ schema: "rip.context_bundle.v1", ...head, items, ...more });
const v2 = (items: unknown) => JSON.stringify({ schema: "rip.context_bundle.v2", ...head, items });
const one = (text: string) => check({ "any.json": text });

function sample(name: string): Files {
  const found = contextBundle.samples.find((each) => each.name === name);
  assert.ok(found);
  return found.files;
}

/** A bundle as a person would write it, with spaces and an end of line. */
const spaced = `{
  "schema": "rip.context_bundle.v1",
  "compiler": { "id": "rip.context_compiler.v1", "strategy": "recent_messages_v1" },
  "source": {
    "thread_id": "thread-7",
    "from_seq": 12,
    "from_message_id": "message-11"
  },
  "provenance": { "run_session_id": "run-3", "actor_id": "user:mira", "origin": "cli" },
  "items": [
    { "type": "message", "role": "user", "content": "Try it with the small file.", "thread_seq": 11 }
  ]
}
`;

test("read() takes every sample without a finding", async () => {
  for (const { name, files } of contextBundle.samples) {
    const { model, list } = await check(files);
    assert.deepEqual(list, [], name);
    assert.ok(model, name);
    assert.deepEqual(await detects(files), { match: true }, name);
  }
});

test("read() takes a bundle written by hand", async () => {
  const { model, list } = await one(spaced);
  assert.deepEqual(list, []);
  assert.equal(model?.document.schema, "rip.context_bundle.v1");
});

test("write() gives back the bytes that were read", async () => {
  const odd = `${spaced.trimEnd().slice(0, -1)}, "future": [1.50, {"__proto__": 1e2}]}  \n`;
  for (const files of [{ "x.json": odd }, ...contextBundle.samples.map((each) => each.files)]) {
    const { model } = await check(files);
    assert.ok(model);
    const written = contextBundle.write(model);
    assert.deepEqual([...written.keys()].sort(), Object.keys(files).sort());
    for (const [path, content] of written) {
      assert.ok(content instanceof Uint8Array);
      assert.deepEqual(Buffer.from(content), Buffer.from(files[path] ?? ""), path);
    }
    const again = await check(treeFiles(written));
    assert.deepEqual(again.model, model);
  }
});

test("read() accepts null and absence for optional keys, unknown keys and no items", async () => {
  const nulls = { actor_id: null, origin: null, thread_seq: null, thread_event_id: null };
  const texts = [
    v1([]),
    v1([{ type: "message", role: "user", content: "x", ...nulls, extra: { deep: [1] } }]),
    v1([{ type: "summary_ref", artifact_id: ID, note: null }], { other: null }),
    v1([], { source: { thread_id: "t", from_seq: 0 } }),
    `{"__proto__":{"polluted":true},${v1([]).slice(1)}`,
  ];
  for (const text of texts) {
    const { model, list } = await one(text);
    assert.deepEqual(list, [], text);
    assert.ok(model);
  }
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
});

test("read() refuses what a reader must not guess", async () => {
  const message = { type: "message", role: "user", content: "x" };
  const cases: readonly (readonly [string, string])[] = [
    [v1([]).replace("rip.", "rap."), "E_FORMAT /schema"],
    [v1([]).replace("bundle.v1", "bundle.v9"), "E_VERSION /schema"],
    [v1([]).replace('"rip.context_bundle.v1"', "7"), "E_SHAPE /schema"],
    [v1([]).replace('"schema"', '"scheme"'), "E_SHAPE /schema"],
    [v1(undefined), "E_SHAPE /items"],
    [v1({}), "E_SHAPE /items"],
    [v1([{ role: "user", content: "x" }]), "E_SHAPE /items/0/type"],
    [v1([{ ...message, type: "image" }]), "E_ENUM /items/0/type"],
    [v1([{ ...message, role: "tool" }]), "E_ENUM /items/0/role"],
    [v1([{ ...message, content: ["x"] }]), "E_SHAPE /items/0/content"],
    [v1([{ ...message, thread_seq: -1 }]), "E_RANGE /items/0/thread_seq"],
    [v1([{ ...message, thread_seq: 2 ** 53 }]), "E_RANGE /items/0/thread_seq"],
    [v1([[[message]]]), "E_SHAPE /items/0"],
    [v1([null]), "E_SHAPE /items/0"],
    [v1([], { source: { thread_id: "t", from_seq: -3 } }), "E_RANGE /source/from_seq"],
    [v1([], { compiler: "c" }), "E_SHAPE /compiler"],
    [v1([], { provenance: { run_session_id: "r", actor_id: "a" } }), "E_SHAPE /provenance/origin"],
    [
      v1([{ type: "tool_call", call_id: "1", name: "n", arguments: {} }]),
      "E_VERSION /items/0/type",
    ],
    [v2([{ type: "file_ref", path: "../x" }]), "E_PATH /items/0/path"],
    [v2([{ type: "file_ref", path: "/etc/x" }]), "E_PATH /items/0/path"],
    [v2([{ type: "file_ref", path: "a\u0000b" }]), "E_PATH /items/0/path"],
    [v2([{ type: "file_ref", path: "a\\b" }]), "E_PATH /items/0/path"],
    ["[]", "E_SHAPE"],
    ["null", "E_SHAPE"],
  ];
  for (const [text, expected] of cases) {
    const { codes } = await one(text);
    assert.deepEqual(codes, [expected], text);
  }
});

test("read() reports damaged JSON with its line and never throws", async () => {
  const deep = `{"schema":"rip.context_bundle.v1","items":${"[".repeat(5000)}${"]".repeat(5000)}}`;
  assert.deepEqual((await one(deep)).codes, ["E_LIMIT"]);
  const cut = await one(spaced.slice(0, 200));
  assert.equal(cut.list[0]?.code, "E_JSON");
  assert.equal(cut.model, null);
  assert.deepEqual((await one("")).codes, ["E_JSON"]);
  const twice = await one(v1([]).replace('"items"', '"items":[],"items"'));
  assert.deepEqual(twice.codes, ["E_DUP_KEY /items"]);
  const notText = await check({ a: Uint8Array.of(0x7b, 0xff) });
  assert.deepEqual(notText.codes, ["E_UTF8"]);
});

test("read() gives the line of a finding", async () => {
  const { list } = await one(spaced.replace('"role": "user"', '"role": "me"'));
  assert.equal(list[0]?.line, 11);
});

test("read() refuses more than its limits", async () => {
  const limits = { ...limitsByFormat["context-bundle"], entries: 2 };
  const item = { type: "message", role: "user", content: "" };
  const paths = { type: "tool_side_effect_ref", run_session_id: "r", tool_id: "t" };
  const cases: readonly (readonly [string, string])[] = [
    [v1([item, item, item]), "E_LIMIT /items"],
    [v2([item, { ...paths, affected_paths: [1, 2, 3] }]), "E_LIMIT /items/1/affected_paths"],
  ];
  for (const [text, expected] of cases) {
    const findings = createFindings();
    await contextBundle.read(memoryFiles({ a: text }), { limits, findings, level: "full" });
    assert.deepEqual(
      findings.list().map(({ code, pointer }) => `${code} ${pointer}`),
      [expected],
    );
  }
});

test("read() follows tool calls to their results", async () => {
  const call = { type: "tool_call", call_id: "1", name: "ls", arguments: {} };
  const result = { type: "tool_result", call_id: "1", ok: true, content: "" };
  const cases: readonly (readonly [readonly unknown[], readonly string[]])[] = [
    [[call, result], []],
    [[call], ["W_CALL /items/0/call_id"]],
    [[result], ["E_CALL /items/0/call_id"]],
    [
      [result, call],
      ["E_CALL /items/0/call_id", "W_CALL /items/1/call_id"],
    ],
    [[call, result, result], ["E_DUP_ID /items/2/call_id"]],
    [[call, call, result], ["E_DUP_ID /items/1/call_id"]],
    [[call, { ...result, artifact_id: ID }], ["E_SHAPE /items/1"]],
    [[call, { ...result, content: null }], ["E_POINTER /items/1"]],
    [[call, { ...result, content: null, artifact_id: ID }], []],
  ];
  for (const [items, expected] of cases) {
    assert.deepEqual((await one(v2(items))).codes, expected, JSON.stringify(items));
  }
});

test("read() says in the summary what one file cannot resolve", async () => {
  const { model, list } = await one(v1([{ type: "summary_ref", artifact_id: ID }]));
  assert.deepEqual(list, []);
  assert.ok(model);
  const facts = new Map(contextBundle.summarise(model).facts);
  assert.equal(facts.get("references that one file cannot resolve"), 1);
});

test("read() checks the artifacts of a folder against their names", async () => {
  const files = sample("folder-v2");
  const paths = Object.keys(files).filter((path) => path.startsWith("blobs/"));
  for (const path of paths) {
    const altered = await check({
      ...files,
      [path]: Buffer.concat([Buffer.from(files[path] ?? ""), Buffer.from(" ")]),
    });
    assert.ok(
      altered.list.some(({ code, file }) => code === "E_BLOB" && file === path),
      path,
    );
  }
  const named = await check({
    ...files,
    "blobs/readme.txt": "x",
    [`blobs/${ID.toUpperCase()}`]: "x",
  });
  assert.deepEqual(named.codes, ["E_BLOB", "E_BLOB"]);
  const extra = await check({
    ...files,
    "notes.txt": "x",
    SHA256SUMS: "",
    "history/events.jsonl": "",
  });
  assert.deepEqual(extra.codes, ["W_EXTRA_FILE"]);
});

test("read() checks artifacts nobody names only at level full", async () => {
  const files = { ...sample("folder-v2"), [`blobs/${ID}`]: "not these bytes" };
  assert.deepEqual((await check(files, "strict", "records")).codes, []);
  assert.deepEqual((await check(files)).codes, ["E_BLOB"]);
});

test("read() refuses links and folders among the artifacts", async () => {
  const plain = memoryFiles(sample("folder-v2"));
  const link = (await plain.get("context.json")) as FileEntry;
  const odd: readonly FileEntry[] = [
    { ...link, path: "blobs", kind: "folder" },
    { ...link, path: `blobs/${ID}`, kind: "link", target: "/etc/passwd" },
    { ...link, path: "blobs/sub", kind: "folder" },
  ];
  const set: FileSet = {
    async *entries() {
      yield* odd;
      yield* plain.entries();
    },
    get: (path) => plain.get(path),
  };
  assert.deepEqual((await check(set)).codes, ["E_LINK", "E_BLOB"]);
});

test("read() tells a missing artifact that is needed from one that is not", async () => {
  const artifact = { artifact_id: ID };
  const items = [
    { type: "state_ref", ...artifact, state_hash: ID },
    { type: "handoff_bundle_ref", ...artifact },
    { type: "summary_ref", ...artifact },
    { type: "artifact_ref", ...artifact },
    { type: "tool_call", call_id: "1", name: "n", arguments: "" },
    { type: "tool_result", call_id: "1", ok: true, ...artifact },
  ];
  const other = sha256("x");
  const { codes } = await check({ "context.json": v2(items), [`blobs/${other}`]: "x" });
  assert.deepEqual(codes, [
    "E_BLOB /items/0/artifact_id",
    "E_BLOB /items/1/artifact_id",
    "E_BLOB /items/2/artifact_id",
    "W_NO_CONTENT /items/3/artifact_id",
    "W_NO_CONTENT /items/5/artifact_id",
  ]);
});

test("read() refuses an artifact of another schema than its reference says", async () => {
  const handoff = sample("handoff")["handoff.json"] ?? "";
  const id = sha256(handoff);
  const files = {
    "context.json": v1([{ type: "summary_ref", artifact_id: id }]),
    [`blobs/${id}`]: handoff,
  };
  assert.deepEqual((await check(files)).codes, ["E_SCHEMA /items/0/artifact_id"]);
  const state = Uint8Array.of(0xff);
  const text = v2([{ type: "state_ref", artifact_id: sha256(state), state_hash: ID }]);
  const binary = await check({ "context.json": text, [`blobs/${sha256(state)}`]: state });
  assert.deepEqual(binary.codes, ["E_UTF8"]);
});

test("read() checks summaries and handoffs on their own", async () => {
  const summary = JSON.parse(Buffer.from(sample("summary")["summary.json"] ?? "").toString());
  const handoff = JSON.parse(Buffer.from(sample("handoff")["handoff.json"] ?? "").toString());
  const { coverage, provenance } = summary;
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ ...summary, kind: "partial_v1" }, ["E_ENUM /kind"]],
    [{ ...summary, coverage: { ...coverage, from_seq: 99 } }, ["E_RANGE /coverage/to_seq"]],
    [{ ...summary, coverage: { ...coverage, from_seq: 2 } }, ["W_RANGE /coverage/from_seq"]],
    [
      { ...summary, provenance: { ...provenance, produced_by: { type: "robot", id: "x" } } },
      ["E_ENUM /provenance/produced_by/type"],
    ],
    [{ ...summary, provenance: { ...provenance, produced_by: null }, basis: null }, []],
    [{ ...summary, summary_markdown: undefined }, ["E_SHAPE /summary_markdown"]],
    [{ ...handoff, refs: { threads: [], artifacts: null } }, []],
    [{ ...handoff, refs: { files: [{ path: "a/../../b" }] } }, ["E_PATH /refs/files/0/path"]],
    [{ ...handoff, refs: { threads: [{ seq: 1 }] } }, ["E_SHAPE /refs/threads/0/thread_id"]],
  ];
  for (const [value, expected] of cases) {
    assert.deepEqual((await one(JSON.stringify(value))).codes, expected, JSON.stringify(value));
  }
  const lenient = await check({ a: JSON.stringify({ ...summary, kind: "partial_v1" }) }, "lenient");
  assert.deepEqual(lenient.codes, ["W_UNKNOWN_ENUM /kind"]);
});

test("every sample with a byte flipped, cut or a file removed ends in findings or reads cleanly", async () => {
  for (const { files } of contextBundle.samples) {
    for (const path of Object.keys(files)) {
      const bytes = Buffer.from(files[path] ?? "");
      for (let at = 0; at < bytes.length; at += 7) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0x15;
        await check({ ...files, [path]: flipped });
        await check({ ...files, [path]: bytes.subarray(0, at) });
      }
      const { [path]: _, ...rest } = files;
      await check(rest);
    }
  }
});

test("detect() leaves other folders alone and names a false claim", async () => {
  assert.deepEqual(await detects({}), { match: false });
  assert.deepEqual(await detects({ "a.json": '{"schema":"other"}' }), { match: false });
  assert.deepEqual(await detects({ "a.json": '{"a":1,"schema":"rip.x"}' }), { match: true });
  assert.deepEqual(await detects({ "a.json": '{"schema":"rip.context_bu' }), { match: true });
  assert.deepEqual(await detects({ "manifest.json": "{}", "snapshot.json": "{}" }), {
    match: false,
  });
  assert.deepEqual(await detects({ "context.json": "{}", "manifest.json": "{}" }), {
    match: false,
  });
  assert.deepEqual(await detects({ "context.json": "{", "blobs/x": "" }), { match: true });
  const claimed = await detects({ "context.json": '{"schema":"x"}', "blobs/x": "" });
  assert.equal(claimed.match, true);
  assert.equal(claimed.fault?.code, "E_FORMAT");
});

test("render() quotes every text and shows the texts of artifacts", async () => {
  const { model } = await check(sample("folder-v2"));
  assert.ok(model);
  const text = contextBundle.render(model);
  assert.match(text, /^> - The importer reads one file per run\.$/m);
  assert.match(text, /^> # State$/m);
  assert.match(text, /changed: unknown/);
  const hostile = await one(
    v1([{ type: "message", role: "user", content: "\u001b[2J\n# Not a heading" }]),
  );
  assert.ok(hostile.model);
  const shown = contextBundle.render(hostile.model);
  assert.match(shown, /^> # Not a heading$/m);
  assert.equal(shown.includes("\u001b"), false);
});
