import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles, treeFiles } from "../../../src/base/file-set.ts";
import { convertBundle } from "../../../src/bundles/convert/convert.ts";
import { loadFormat } from "../../../src/formats/registry.ts";
import { check, edit, type Files, stateOf } from "../../support/check.ts";
import { ocf, ocfKit, workingContext } from "../../support/state-bundles.ts";
import { convertTo, readState } from "../../support/states.ts";

const all: Readonly<Record<string, Files>> = {
  "working-context": workingContext,
  "ocf-kit": ocfKit,
  ocf,
};
const profiles = ["strict", "lenient"] as const;

test("a missing required file is named; a missing trail or mirror is fine", async () => {
  for (const [name, files] of Object.entries(all)) {
    const required = ["manifest.json", "snapshot.json", ...(name === "ocf" ? ["schema.json"] : [])];
    for (const file of required) {
      const { [file]: _gone, ...rest } = files;
      for (const profile of profiles) {
        const { errors, find } = await check(rest, profile);
        assert.deepEqual(errors, ["E_MISSING_FILE"], `${name} without ${file}`);
        assert.equal(find("E_MISSING_FILE")?.file, file);
      }
    }
    const { "lifecycle.jsonl": _a, "qualify.jsonl": _b, ...without } = files;
    assert.deepEqual((await check(without)).findings, []);
  }
});

test("invalid JSON in any document is E_JSON with file, line and column", async () => {
  for (const [name, files] of Object.entries(all)) {
    for (const file of Object.keys(files).filter((each) => each.endsWith(".json"))) {
      const damaged = edit(files, file, /,\n( *)(?=["{])/, ",\n$1:");
      for (const profile of profiles) {
        const { errors, find } = await check(damaged, profile);
        assert.deepEqual(errors, ["E_JSON"], `${name} ${file}`);
        const finding = find("E_JSON");
        assert.equal(finding?.file, file);
        assert.ok(finding?.line !== null && Number(finding?.line) > 1);
        assert.ok(Number(finding?.details?.column) >= 1);
      }
    }
  }
});

function withLines(files: Files, ...lines: string[]): Files {
  const trail = "qualify.jsonl" in files ? "qualify.jsonl" : "lifecycle.jsonl";
  return { ...files, [trail]: `${files[trail]}${lines.join("\n")}` };
}

test("a malformed trail line is refused by its number in strict and reported in lenient", async () => {
  for (const [name, files] of Object.entries(all)) {
    const before =
      String(files["qualify.jsonl"] ?? files["lifecycle.jsonl"]).split("\n").length - 1;
    const good = String(files["qualify.jsonl"] ?? files["lifecycle.jsonl"]).split("\n")[0] ?? "";
    const damaged = withLines(files, '{"ts": nonsense', "", good, "");
    const strict = await check(damaged);
    assert.deepEqual(strict.errors, ["E_JSONL_LINE"], name);
    assert.equal(strict.find("E_JSONL_LINE")?.line, before + 1);
    const lenient = await check(damaged, "lenient");
    assert.deepEqual([lenient.errors, lenient.warnings], [[], ["W_JSONL_LINE"]]);
    const { trail } = stateOf(lenient);
    assert.equal(trail.damaged, true);
    assert.equal(trail.count, before + 1);
  }
});

test("a line of another format and an unknown word are errors in strict, kept in lenient", async () => {
  const foreign = String(ocf["qualify.jsonl"]).trimEnd();
  const unknown =
    '{"ts":"2026-03-01T09:00:00Z","entry_id":"a","decision":"forget","status":"active"}';
  for (const line of [foreign, unknown]) {
    const damaged = withLines(workingContext, line, "");
    const strict = await check(damaged);
    assert.deepEqual(strict.errors, ["E_JSONL_LINE"]);
    assert.equal(strict.find("E_JSONL_LINE")?.line, 2);
    const { trail } = stateOf(await check(damaged, "lenient"));
    assert.equal(trail.opaque, 1);
    const kept = (await Array.fromAsync(trail.lines())).map(({ text }) => text);
    assert.equal(kept[1], line);
  }
});

test("a torn last line is tolerated in lenient and never merged with new text", async () => {
  for (const files of Object.values(all)) {
    const torn = withLines(files, '{"ts":"2026-03-0');
    assert.deepEqual((await check(torn)).errors, ["E_JSONL_LINE"]);
    const lenient = await check(torn, "lenient");
    assert.deepEqual([lenient.errors, lenient.warnings], [[], ["W_TORN_LINE"]]);
    const lines = await Array.fromAsync(stateOf(lenient).trail.lines());
    assert.ok(lines.every(({ text, value }) => value !== null && text.endsWith("}")));
  }
});

test("a conversion counts the lines that it cannot keep as dropped", async () => {
  const torn = withLines(workingContext, '{"ts":"2026-03-0');
  const bytes = Buffer.concat([
    Uint8Array.of(0xff, 0x0a),
    Buffer.from(String(torn["lifecycle.jsonl"])),
  ]);
  const format = await loadFormat("working-context");
  const files = memoryFiles({ ...workingContext, "lifecycle.jsonl": bytes });
  const source = await readState(format, files, "lenient");
  assert.equal(source.model.trail.lost, 2);
  const { conversion } = await convertTo(source, await loadFormat("ocf"));
  assert.equal(conversion.loss.dropped, 2);
});

test("a byte that is not UTF-8 is E_UTF8 with its offset; a mark is refused or skipped", async () => {
  for (const files of Object.values(all)) {
    const bytes = Buffer.from(String(files["snapshot.json"]));
    const at = bytes.indexOf("metres") + 2;
    bytes[at] = 0xff;
    for (const profile of profiles) {
      const { errors, find } = await check({ ...files, "snapshot.json": bytes }, profile);
      assert.deepEqual(errors, ["E_UTF8"]);
      assert.equal(find("E_UTF8")?.details?.offset, at);
    }
    for (const file of Object.keys(files)) {
      const marked = { ...files, [file]: `\ufeff${files[file]}` };
      assert.deepEqual((await check(marked)).errors, ["E_UTF8"], file);
      const lenient = await check(marked, "lenient");
      assert.deepEqual([lenient.errors, lenient.warnings], [[], ["W_BOM"]], file);
    }
  }
});

test("a trail line that is not UTF-8 is found with its line and its offset in the file", async () => {
  const first = Buffer.from(String(workingContext["lifecycle.jsonl"]));
  const bad = Buffer.concat([
    first,
    Buffer.from('{"ts":"'),
    Uint8Array.of(0xc3),
    Buffer.from('"}\n'),
  ]);
  const { errors, find } = await check({ ...workingContext, "lifecycle.jsonl": bad });
  assert.deepEqual(errors, ["E_UTF8"]);
  assert.equal(find("E_UTF8")?.line, 2);
  assert.match(find("E_UTF8")?.message ?? "", new RegExp(`byte ${first.length + 7}\\b`));
});

test("token_count off by one is E_TOKENS with both numbers; a recount is never an error", async () => {
  for (const [files, declared] of [
    [workingContext, 7],
    [ocf, 10],
  ] as const) {
    const off = edit(
      files,
      "snapshot.json",
      `"token_count": ${declared}`,
      `"token_count": ${declared + 1}`,
    );
    for (const profile of profiles) {
      const { errors, find } = await check(off, profile);
      assert.deepEqual(errors, ["E_TOKENS"]);
      assert.deepEqual(find("E_TOKENS")?.details, { declared: declared + 1, actual: declared });
    }
  }
  const odd = edit(
    edit(workingContext, "snapshot.json", '"tokens": 7', '"tokens": 900'),
    "snapshot.json",
    '"token_count": 7',
    '"token_count": 900',
  );
  assert.deepEqual((await check(odd)).errors, []);
});

test("undeclared slots are E_SLOT for every entry that uses one", async () => {
  const files = edit(
    edit(ocf, "snapshot.json", '"slot": "decision"', '"slot": "x"'),
    "snapshot.json",
    '"slot": "fact"',
    '"slot": "y"',
  );
  const { findings } = await check(files);
  const slots = findings.filter(({ code }) => code === "E_SLOT");
  assert.deepEqual(
    slots.map(({ pointer, details }) => [pointer, details]),
    [
      ["/entries/0/slot", { entry: "a", slot: "x" }],
      ["/entries/1/slot", { entry: "b", slot: "y" }],
    ],
  );
});

test("one entry per identity; the same id in two namespaces is two identities", async () => {
  const twice = edit(ocfKit, "snapshot.json", '"id": "r2"', '"id": "r1"');
  assert.deepEqual((await check(twice)).errors, ["E_DUP_ID"]);
  const entry = String(workingContext["snapshot.json"]).match(/\{\s*"id"[^}]*\}/)?.[0] ?? "";
  const double = edit(
    edit(workingContext, "snapshot.json", entry, `${entry}, ${entry}`),
    "snapshot.json",
    '"token_count": 7',
    '"token_count": 14',
  );
  assert.deepEqual((await check(double)).errors, ["E_DUP_ID"]);
  const same = edit(ocf, "snapshot.json", '"id": "b"', '"id": "a"');
  assert.deepEqual((await check(same)).errors, ["E_DUP_ID"]);
  const spaces = edit(same, "snapshot.json", '"tokens": 6', '"tokens": 6, "namespace": "other"');
  assert.deepEqual((await check(spaces)).errors, []);
  const shared = edit(same, "snapshot.json", '"tokens": 6', '"tokens": 6, "namespace": "shared"');
  assert.deepEqual((await check(shared)).errors, ["E_DUP_ID"]);
});

test("budgets that differ, zero, negative, fractional and unsafe numbers, version 0", async () => {
  const cases: [Files, string, string, string, string][] = [
    [ocf, "schema.json", '"budget_tokens": 100', '"budget_tokens": 101', "E_BUDGET_MISMATCH"],
    [ocf, "schema.json", '"budget_tokens": 100', '"budget_tokens": 0', "E_RANGE"],
    [workingContext, "snapshot.json", "4096", "-1", "E_RANGE"],
    [workingContext, "snapshot.json", "4096", "0", "E_RANGE"],
    [workingContext, "snapshot.json", '"tokens": 7', '"tokens": 7.5', "E_RANGE"],
    [workingContext, "snapshot.json", '"tokens": 7', '"tokens": -7', "E_RANGE"],
    [workingContext, "snapshot.json", '"tokens": 7', '"tokens": 9007199254740993', "E_RANGE"],
    [workingContext, "snapshot.json", '"tokens": 7', '"tokens": "7"', "E_SHAPE"],
    [ocf, "snapshot.json", '"tokens": 4', '"version": 0, "tokens": 4', "E_RANGE"],
    [ocf, "snapshot.json", '"tokens": 4', '"access_count": -1, "tokens": 4', "E_RANGE"],
    [ocf, "snapshot.json", '"tokens": 4', '"retrieval_strength": -0.1, "tokens": 4', "E_RANGE"],
  ];
  for (const [files, file, from, to, code] of cases) {
    for (const profile of profiles) {
      const { errors } = await check(edit(files, file, from, to), profile);
      assert.ok(errors.includes(code), `${to}: ${errors}`);
    }
  }
  const integral = edit(workingContext, "snapshot.json", '"tokens": 7', '"tokens": 7.0');
  assert.deepEqual((await check(integral)).errors, []);
});

test("saturation off by 0.011 is refused, by 0.009 accepted", async () => {
  const off = (value: string) =>
    check(edit(ocf, "snapshot.json", '"saturation": 0.1', `"saturation": ${value}`));
  for (const value of ["0.111", "0.089"])
    assert.deepEqual((await off(value)).errors, ["E_SATURATION"]);
  for (const value of ["0.109", "0.091", "0.11"]) assert.deepEqual((await off(value)).errors, []);
});

test("unknown words in resolution and state are refused in both profiles, in eviction only in strict", async () => {
  for (const profile of profiles) {
    for (const key of ["resolution", "state"]) {
      const files = edit(ocf, "snapshot.json", '"tokens": 4', `"${key}": "odd", "tokens": 4`);
      assert.deepEqual((await check(files, profile)).errors, ["E_ENUM"]);
    }
  }
  const files = edit(ocf, "schema.json", "lowest-score", "random");
  assert.deepEqual((await check(files)).errors, ["E_ENUM"]);
  const lenient = await check(files, "lenient");
  assert.deepEqual([lenient.errors, lenient.warnings], [[], ["W_UNKNOWN_ENUM"]]);
});

test("times without offset or time are refused; offsets and fractions are kept verbatim", async () => {
  const dates: [Files, string, RegExp][] = [
    [workingContext, "manifest.json", /2026-03-01T09:00:00Z/],
    [workingContext, "snapshot.json", /2026-03-01T09:00:00Z/],
    [workingContext, "lifecycle.jsonl", /2026-03-01T09:00:00Z/],
    [ocfKit, "manifest.json", /2026-03-01T09:00:00Z/],
    [ocf, "qualify.jsonl", /2026-03-01T09:00:00Z/],
  ];
  for (const [files, file, time] of dates) {
    for (const wrong of [
      "2026-03-01",
      "2026-03-01T09:00:00",
      "2026-02-30T09:00:00Z",
      "yesterday",
    ]) {
      assert.deepEqual(
        (await check(edit(files, file, time, wrong))).errors,
        ["E_TIME"],
        `${file} ${wrong}`,
      );
    }
    for (const right of [
      "2026-03-01T09:00:00+02:00",
      "2026-03-01T09:00:00.000000001Z",
      "2026-12-31T23:59:60Z",
    ]) {
      const changed = edit(files, file, time, right);
      assert.deepEqual((await check(changed)).errors, [], `${file} ${right}`);
    }
  }
});

test("a pointer needs a reference and content may be empty only then, in strict", async () => {
  const pointer = edit(workingContext, "snapshot.json", '"full"', '"pointer"');
  const empty = edit(workingContext, "snapshot.json", "store tide heights in metres only", "");
  for (const files of [pointer, empty]) {
    assert.deepEqual((await check(files)).errors, ["E_POINTER"]);
    assert.deepEqual((await check(files, "lenient")).warnings, ["W_POINTER"]);
  }
  const good = edit(
    edit(empty, "snapshot.json", '"full"', '"pointer"'),
    "snapshot.json",
    '"tokens": 7',
    '"tokens": 7, "unit_ref": "x"',
  );
  assert.deepEqual((await check(good)).errors, []);
});

test("a bundle over its budget loads with a warning and is never written by us", async () => {
  const over = edit(workingContext, "snapshot.json", "4096", "5");
  const { errors, find } = await check(over);
  assert.deepEqual(errors, []);
  assert.deepEqual(find("W_OVER_BUDGET")?.details, { tokens: 7, budget: 5 });
  const reading = await readState(await loadFormat("working-context"), memoryFiles(over));
  for (const name of ["ocf", "working-context"] as const) {
    await assert.rejects(convertTo(reading, await loadFormat(name)), { code: "E_OVER_BUDGET" });
  }
});

test("a budget that is asked for is the one that is written, in the same format too", async () => {
  const over = { ...edit(workingContext, "snapshot.json", "4096", "5"), "notes.txt": "travels" };
  const source = await readState(await loadFormat("working-context"), memoryFiles(over));
  for (const name of ["working-context", "ocf"] as const) {
    const options = { budget: 64, countTokens: () => 1 };
    const { tree } = await convertBundle(source, await loadFormat(name), options);
    const { errors, warnings, model } = await check(treeFiles(tree));
    assert.deepEqual([errors, warnings], [[], []]);
    const { "snapshot.json": snapshot } = (model as ReturnType<typeof stateOf>).documents;
    assert.equal(snapshot?.budget_tokens, 64);
    assert.ok(tree.has("notes.txt"));
  }
});

test("keys named like parts of every object are data and change no prototype", async () => {
  const keys =
    '"__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } }';
  for (const files of Object.values(all)) {
    for (const file of Object.keys(files)) {
      const text = String(files[file]).replace("{", () => `{ ${keys}, `);
      const { model } = await check({ ...files, [file]: text }, "lenient");
      assert.notEqual(model, null, file);
      assert.equal(Reflect.get({}, "polluted"), undefined);
      const { trail } = model as ReturnType<typeof stateOf>;
      for await (const { text: line } of trail.lines()) assert.ok(line.length > 0);
    }
  }
  const source = edit(workingContext, "snapshot.json", '"tokens": 7', `"tokens": 7, ${keys}`);
  const reading = await readState(await loadFormat("working-context"), memoryFiles(source));
  const options = { budget: null, countTokens: () => 1 };
  const there = await convertBundle(reading, await loadFormat("ocf"), options);
  const carried = Buffer.from(there.tree.get("history/carried.json") as Uint8Array).toString();
  assert.match(carried, /"__proto__": \{\s*"polluted": true/);
  assert.equal(Reflect.get({}, "polluted"), undefined);
});

test("five independent faults are reported in one run, with pointers and lines", async () => {
  let files = edit(
    ocf,
    "manifest.json",
    '"created": "2026-03-01T09:00:00Z"',
    '"created": "2026-03-01"',
  );
  files = edit(files, "schema.json", "lowest-score", "random");
  files = edit(files, "snapshot.json", '"token_count": 10', '"token_count": 11');
  files = edit(files, "snapshot.json", '"slot": "fact"', '"slot": "rumour"');
  files = withLines(files, "{}", "");
  const { findings } = await check(files);
  const outline = findings.map(({ code, file, pointer, line }) => [code, file, pointer, line]);
  assert.deepEqual(outline, [
    ["E_TIME", "manifest.json", "/created", 3],
    ["E_ENUM", "schema.json", "/eviction", 5],
    ["E_SLOT", "snapshot.json", "/entries/1/slot", 7],
    ["E_TOKENS", "snapshot.json", "/token_count", 3],
    ["E_JSONL_LINE", "qualify.jsonl", "/ts", 2],
  ]);
});
