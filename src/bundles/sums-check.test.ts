import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../test/support/property.ts";
import { type FileEntry, type FileSet, memoryFiles } from "../base/file-set.ts";
import { createFindings, type Profile } from "../base/findings.ts";
import { sha256 } from "../base/hash.ts";
import { widestLimits } from "../formats/limits.ts";
import { computeSums, formatSum } from "./sums.ts";
import { checkSums } from "./sums-check.ts";

type Contents = Readonly<Record<string, string>>;

async function check(files: FileSet, profile: Profile = "strict", limits = widestLimits) {
  const findings = createFindings(profile);
  const result = await checkSums(files, findings, limits);
  const list = findings
    .list()
    .map(({ severity, code, file, line }) => ({ severity, code, file, line }));
  return { result, findings: list, codes: list.map(({ code }) => code) };
}

async function withSums(files: Contents, change: (sums: string) => string = (sums) => sums) {
  return memoryFiles({ ...files, SHA256SUMS: change(await computeSums(memoryFiles(files))) });
}

const sample: Contents = { "a.txt": "one", "b/c.txt": "two", "b/d": "three", z: "four" };

test("checkSums() passes a bundle whose files match, and says how many it compared", async () => {
  const { result, codes } = await check(await withSums(sample));
  assert.deepEqual(result, { listed: 4, compared: 4 });
  assert.deepEqual(codes, []);
});

test("checkSums() answers null when a bundle has no sums", async () => {
  const { result, codes } = await check(memoryFiles(sample));
  assert.equal(result, null);
  assert.deepEqual(codes, []);
});

test("checkSums() names every changed, missing and unlisted file", async () => {
  const sums = await computeSums(memoryFiles(sample));
  const files = memoryFiles({
    "a.txt": "One",
    "b/d": "three",
    new: "x",
    z: "four",
    SHA256SUMS: sums,
  });
  assert.deepEqual((await check(files)).findings, [
    { severity: "error", code: "E_SUMS", file: "a.txt", line: null },
    { severity: "error", code: "E_SUMS", file: "b/c.txt", line: null },
    { severity: "error", code: "E_UNLISTED", file: "new", line: null },
  ]);
});

test("checkSums() only warns of an unlisted file in the lenient profile", async () => {
  const files = memoryFiles({
    ...sample,
    SHA256SUMS: await computeSums(memoryFiles(sample)),
    new: "x",
  });
  assert.deepEqual((await check(files, "lenient")).findings, [
    { severity: "warning", code: "W_UNLISTED", file: "new", line: null },
  ]);
});

test("checkSums() places malformed, double and escaping lines", async () => {
  const extra = [`${sha256("x")}  ../out`, "nonsense", `${sha256("x")}  /etc/passwd`];
  const files = await withSums(sample, (sums) => {
    const first = sums.split("\n")[0];
    return `${first}\n${sums}${extra.join("\n")}\n`;
  });
  const { findings } = await check(files);
  const place = ({ code, file, line }: (typeof findings)[number]) => `${code} ${file} ${line}`;
  assert.deepEqual(findings.map(place), [
    "E_PATH SHA256SUMS 6",
    "E_SUMS SHA256SUMS 7",
    "E_PATH SHA256SUMS 8",
    "E_SUMS SHA256SUMS 2",
  ]);
});

test("checkSums() finds a double line in a sorted list", async () => {
  const { findings } = await check(
    await withSums(sample, (sums) => sums.replace(/^(.*b\/d\n)/m, "$1$1")),
  );
  assert.deepEqual(findings, [{ severity: "error", code: "E_SUMS", file: "SHA256SUMS", line: 4 }]);
});

test("checkSums() takes an unsorted list", async () => {
  const reversed = (sums: string) => `${sums.trimEnd().split("\n").reverse().join("\n")}\n`;
  const { result, codes } = await check(await withSums(sample, reversed));
  assert.deepEqual(result, { listed: 4, compared: 4 });
  assert.deepEqual(codes, []);
});

test("checkSums() does not pass on a list that lists nothing", async () => {
  for (const empty of ["", "# nothing\n", "\n\n"]) {
    const { codes } = await check(await withSums(sample, () => empty), "lenient");
    assert.ok(codes.includes("E_SUMS"));
  }
});

test("checkSums() refuses a list that lists itself", async () => {
  const itself = formatSum({ path: "SHA256SUMS", sha256: sha256("") });
  const { findings } = await check(await withSums(sample, (sums) => itself + sums));
  assert.deepEqual(findings, [{ severity: "error", code: "E_SUMS", file: "SHA256SUMS", line: 1 }]);
});

test("checkSums() says E_LIMIT and E_SUMS for a list that is too long or not text", async () => {
  const limits = { ...widestLimits, lineBytes: 100, jsonlBytes: 1000 };
  const long = await check(
    await withSums(sample, (sums) => sums + "x".repeat(200)),
    "strict",
    limits,
  );
  assert.deepEqual(long.codes, ["E_LIMIT"]);
  const files = memoryFiles({ a: "x", SHA256SUMS: Uint8Array.of(0xff, 0x0a) });
  assert.deepEqual((await check(files)).codes, ["E_SUMS", "E_UNLISTED", "E_SUMS"]);
});

test("checkSums() calls a link in a bundle with sums E_LINK, listed or not", async () => {
  const link: FileEntry = {
    path: "link",
    kind: "link",
    mode: 0o777,
    size: 0,
    target: "/etc/passwd",
    async *read() {},
    digest: () => Promise.reject(new Error("a link must not be opened")),
  };
  for (const line of ["", formatSum({ path: "link", sha256: sha256("x") })]) {
    const base = await withSums({ a: "x" }, (sums) => sums + line);
    const files: FileSet = {
      async *entries() {
        yield* base.entries();
        yield link;
      },
      get: base.get,
    };
    assert.ok((await check(files)).codes.includes("E_LINK"));
  }
});

test("checkSums() agrees with a plain comparison, whatever the order of lines", async () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-c./-]{1,3}$/), { maxLength: 8 });
  const files = names.map((list) => list.filter((name) => /^(?!.*(\/|^)\.*(\/|$))/.test(name)));
  await fc.assert(
    fc.asyncProperty(files, files, fc.boolean(), async (present, listed, isSorted) => {
      const lines = listed.map((path) => formatSum({ path, sha256: sha256(path) }));
      if (isSorted)
        lines.sort((a, b) => Buffer.compare(Buffer.from(a.slice(66)), Buffer.from(b.slice(66))));
      const contents = Object.fromEntries(present.map((path) => [path, path]));
      const { findings } = await check(memoryFiles({ ...contents, SHA256SUMS: lines.join("") }));
      const missing = listed.filter((path) => !present.includes(path)).sort();
      const unlisted = present.filter((path) => !listed.includes(path)).sort();
      const found = (code: string) =>
        findings
          .filter((each) => each.code === code && each.file !== "SHA256SUMS")
          .map((each) => each.file)
          .sort();
      assert.deepEqual(found("E_SUMS"), missing);
      assert.deepEqual(found("E_UNLISTED"), unlisted);
    }),
    { numRuns: 200 },
  );
});
