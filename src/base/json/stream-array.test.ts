import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { JsonStreamError } from "./read-elements.ts";
import { type StreamLimits, streamArray } from "./stream-array.ts";

const limits: StreamLimits = {
  maxBytes: 1e9,
  maxElements: 1e6,
  maxElementBytes: 1e6,
  maxOutsideBytes: 1e6,
};

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(text: string, options: Partial<StreamLimits> = {}, size = 7) {
  const document = streamArray(inPieces(text, size), "files", { ...limits, ...options });
  const values: unknown[] = [];
  const lines: number[] = [];
  const problems: string[] = [];
  for await (const batch of document.batches()) {
    assert.equal(batch.first, values.length);
    values.push(...batch.values);
    lines.push(...batch.values.map((_, n) => batch.lineOf(n)));
    problems.push(...batch.problems.map(({ kind, index }) => `${kind} ${index}`));
  }
  return { values, lines, problems, outside: document.outside() };
}

const refusal = (code: string, line?: number) => (error: unknown) =>
  error instanceof JsonStreamError && error.code === code && (line ?? error.line) === error.line;

test("streamArray() gives the elements and the rest that JSON.parse() gives", async () => {
  const document = fc.record({
    a: fc.jsonValue(),
    files: fc.array(fc.jsonValue(), { maxLength: 20 }),
    b: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(document, fc.nat(50), fc.constantFrom(0, 2), async (value, size, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { values, outside } = await readAll(text, {}, size + 1);
      assert.deepEqual(values, JSON.parse(text).files);
      assert.deepEqual(JSON.parse(outside), { ...JSON.parse(text), files: [] });
    }),
  );
});

test("streamArray() refuses every cut of a document that it accepts whole", async () => {
  const text = '{"a":[1,"]"],"files":[{"p":"x,\\"]"},[2],"é"],"b":{"files":[0]}}';
  for (let end = 0; end < text.length; end++) {
    const cut = text.slice(0, end);
    await assert.rejects(async () => JSON.parse((await readAll(cut)).outside), Error, cut);
  }
  assert.equal((await readAll(text)).values.length, 3);
});

test("streamArray() knows the line of every element and keeps the lines outside", async () => {
  const text = JSON.stringify({ a: 1, files: [{ x: 1 }, { x: 2 }], z: 3 }, null, 2);
  const { lines, outside } = await readAll(text);
  assert.deepEqual(lines, [4, 7]);
  assert.equal(outside.split("\n").length, text.split("\n").length);
  assert.match(outside.split("\n")[10] ?? "", /"z"/);
});

test("streamArray() names a duplicate key and reads on", async () => {
  const { values, problems } = await readAll('{"files":[{"a":1},{"a":1,"a":2},{"b":1}]}');
  assert.deepEqual(problems, ["duplicate-key 1"]);
  assert.equal(values.length, 3);
});

test("streamArray() finds a key written with escapes, and no key of a nested object", async () => {
  assert.deepEqual((await readAll('{"x":{"files":[9]},"fil\\u0065s":[1]}')).values, [1]);
  assert.deepEqual((await readAll('["files",[1]]')).values, []);
  assert.deepEqual((await readAll('{"files":{"a":[1]}}')).values, []);
});

test("streamArray() refuses broken elements with their line", async () => {
  const broken = ["[1,,2]", "[1,]", "[{]}]", "[1 2]", "[nope]", '["\u0001"]', "[}1]"];
  for (const list of broken) {
    await assert.rejects(readAll(`{\n"files":${list}}`), refusal("E_JSON", 2), list);
  }
});

test("streamArray() skips a byte-order mark and refuses what is not UTF-8", async () => {
  assert.deepEqual((await readAll('\ufeff{"files":[1]}')).values, [1]);
  async function* bytes() {
    yield Buffer.from([0x7b, 0x0a, 0x22, 0xff, 0x22]);
  }
  const document = streamArray(bytes(), "files", limits);
  await assert.rejects(document.batches().next(), refusal("E_UTF8", 2));
});

test("streamArray() stops at each of its limits", async () => {
  const text = `{"a":"${"x".repeat(100)}","files":[1,2,"${"y".repeat(200)}"]}`;
  await assert.rejects(readAll(text, { maxBytes: 50 }), refusal("E_LIMIT"));
  await assert.rejects(readAll(text, { maxElements: 2 }), refusal("E_LIMIT"));
  await assert.rejects(readAll(text, { maxOutsideBytes: 50 }), refusal("E_LIMIT"));
  const endless = `{"files":["${"y".repeat(600_000)}`;
  const reading = readAll(endless, { maxElementBytes: 1000 }, 65536);
  await assert.rejects(reading, refusal("E_LIMIT"));
});

test("streamArray() treats keys of live objects as plain data", async () => {
  const { values } = await readAll('{"__proto__":{"files":[1]},"files":[{"__proto__":{"a":1}}]}');
  assert.deepEqual(Object.keys(values[0] as object), ["__proto__"]);
});
