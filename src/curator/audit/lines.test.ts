import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../base/hash.ts";
import { formatAuditLine, parseAuditLine } from "./entry.ts";
import { auditLines, missingLines, newestInFile, piecesToAppend } from "./lines.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function lineOf(hour: number): string {
  const subject = { responsibility: "docs", mandate: "context_curator.refresh_ai_context" };
  const entry = { prev: null, prevLine: null, files: new Map([["system_context", "abc"]]) };
  return formatAuditLine(subject, {
    ...entry,
    at: `2026-02-03T${hour}:00:00Z`,
    bundle: sha256(`${hour}`),
  });
}

const first = lineOf(10);
const second = lineOf(11);

test("a line is read as it was written, and other text is no entry", () => {
  assert.equal(parseAuditLine(first)?.bundle, sha256("10"));
  assert.deepEqual([...(parseAuditLine(first)?.files ?? [])], [["system_context", "abc"]]);
  for (const text of ["", "{", "null", "[]", first.slice(1), first.replace("sha256:", "sha1:")]) {
    assert.equal(parseAuditLine(text), null, text);
  }
  assert.equal(parseAuditLine(first.replace("docs", "d".repeat(70_000))), null);
});

test("a line that was begun is continued wherever a kill cut it", () => {
  for (let cut = 0; cut <= first.length; cut++) {
    const before = bytesOf(`${first}\n${second.slice(0, cut)}`);
    const missing = missingLines(before, [first, second]);
    const pieces = piecesToAppend(before, missing);
    const after = bytesOf(`${new TextDecoder().decode(before)}${pieces.join("")}`);
    assert.deepEqual([...auditLines(after)], [first, second], `${cut}`);
  }
});

test("another open line is ended first", () => {
  assert.deepEqual(piecesToAppend(bytesOf("text"), [first]), ["\n", `${first}\n`]);
  assert.deepEqual(piecesToAppend(bytesOf(first), [second]), ["\n", `${second}\n`]);
  assert.deepEqual(piecesToAppend(bytesOf(""), [first, second]), [`${first}\n`, `${second}\n`]);
});

test("the newest entry is found before other text, if that is not too much", () => {
  const former = { hash: sha256("11"), line: sha256(second) };
  for (const end of ["", "\n", "\n\n", "\nx\n{}"]) {
    assert.deepEqual(newestInFile(bytesOf(`${first}\n${second}${end}`)), former);
  }
  assert.equal(newestInFile(bytesOf(`${first}\n${"{\n".repeat(2000)}`)), null);
  assert.equal(newestInFile(bytesOf("")), null);
});
