import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../test/support/property.ts";
import { memoryFiles } from "../base/file-set.ts";
import { sha256 } from "../base/hash.ts";
import { computeSums, formatSum, parseSum } from "./sums.ts";

const digest = sha256("x");

test("formatSum() escapes backslash, newline and carriage return, and nothing else", () => {
  assert.equal(formatSum({ path: "a b", sha256: digest }), `${digest}  a b\n`);
  assert.equal(formatSum({ path: "a\\b", sha256: digest }), `\\${digest}  a\\\\b\n`);
  assert.equal(formatSum({ path: "a\nb\r", sha256: digest }), `\\${digest}  a\\nb\\r\n`);
  assert.equal(formatSum({ path: "-é\t*", sha256: digest }), `${digest}  -é\t*\n`);
});

test("parseSum() gives back what formatSum() was given", () => {
  const name = fc
    .array(fc.constantFrom("a", "\\", "\n", "\r", " ", "*", "é", "n", "."), { minLength: 1 })
    .map((parts) => parts.join(""))
    .filter((text) => !text.startsWith("./"));
  fc.assert(
    fc.property(name, (path) => {
      const line = formatSum({ path, sha256: digest }).slice(0, -1);
      assert.deepEqual(parseSum(line), { path, sha256: digest });
    }),
  );
});

test("parseSum() takes what sha256sum -c takes", () => {
  const expected = { path: "a", sha256: digest };
  for (const line of [
    `${digest}  a`,
    `${digest} *a`,
    `${digest.toUpperCase()}  a`,
    `  ${digest}  a`,
    `${digest}  a\r`,
    `${digest}  ./a`,
    `\\${digest}  a`,
  ]) {
    assert.deepEqual(parseSum(line), expected, line);
  }
  for (const line of ["", "\r", "# a comment"]) assert.equal(parseSum(line), "empty");
});

test("parseSum() refuses lines that are not of its form", () => {
  for (const line of [
    "hello",
    `${digest}`,
    `${digest}  `,
    `${digest} a`,
    `${digest.slice(1)}  a`,
    `${digest}0  a`,
    `\\${digest}  a\\x`,
    `\\${digest}  a\\`,
    `SHA256 (a) = ${digest}`,
  ]) {
    assert.equal(parseSum(line), null, line);
  }
});

test("computeSums() lists every file in byte order, except the list and its signature", async () => {
  const files = memoryFiles({
    SHA256SUMS: "old",
    "SHA256SUMS.sig": "old",
    "b/SHA256SUMS": "x",
    Z: "x",
    a: "x",
    "a-b": "x",
    "a/c": "x",
    "\uffff": "x",
    "\u{10000}": "x",
  });
  const names = (await computeSums(files)).split("\n").map((line) => line.slice(66));
  assert.deepEqual(names, ["Z", "a", "a-b", "a/c", "b/SHA256SUMS", "\uffff", "\u{10000}", ""]);
});

test("computeSums() refuses a link", async () => {
  const link = { path: "l", kind: "link" as const, mode: 0o777, size: 0, target: "/etc/passwd" };
  const entry = {
    ...link,
    async *read() {},
    digest: async () => ({ sha256: digest, size: 0 }),
  };
  const files = {
    async *entries() {
      yield entry;
    },
    get: async () => entry,
  };
  await assert.rejects(computeSums(files), { code: "E_LINK" });
});
