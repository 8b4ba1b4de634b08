import assert from "node:assert/strict";
import { test } from "node:test";
import { inForceAt } from "./decisions.ts";
import { emptyDigest, foldLines } from "./digest.ts";

const NOW = "2026-11-17T10:00:00Z";

/** The texts in force, newest first, however the lines were folded. */
function inForce(lines: readonly string[], now = NOW): readonly string[] {
  const texts = (size: number) => {
    let digest = emptyDigest;
    for (let at = 0; at < lines.length; at += size) {
      digest = foldLines(digest, lines.slice(at, at + size), 20);
    }
    return inForceAt(digest.decisions, now).map(({ text }) => text);
  };
  assert.deepEqual(texts(1), texts(lines.length));
  return texts(1);
}

const line = (at: string, facts: string, text: string, kind = "decision") =>
  `- ${at} ${kind} (source: human:ann${facts}) – ${text}`;
const day = (date: string, text: string, facts = "") => line(`${date}T10:00:00Z`, facts, text);

test("a decision stays in force behind any number of steps of the queue", () => {
  const steps = Array.from(
    { length: 500 },
    (_, n) => `- 2026-11-16T10:00:00Z request (request: req_${n}, status: pending) – Subject`,
  );
  const { decisions, latest } = foldLines(emptyDigest, [day("2026-09-03", "A"), ...steps], 20);
  assert.deepEqual([inForceAt(decisions, NOW).length, latest], [1, []]);
});

test("supersedes names an older line by its id, its time, its number or its day", () => {
  const old = day("2026-09-03", "600 words", ", id: words");
  const names = ["words", "2026-09-03T10:00:00Z", "2026-09-03T10:00Z", "L1", "2026-09-03"];
  for (const name of names) {
    const now = day("2026-10-01", "300 words", `, supersedes: ${name}`);
    assert.deepEqual(inForce([old, now]), ["300 words"], name);
  }
  const other = day("2026-10-01", "300 words", ", supersedes: 2026-09-04");
  assert.deepEqual(inForce([old, other]), ["300 words", "600 words"]);
});

test("a day that names two lines supersedes neither", () => {
  const lines = [
    day("2026-09-03", "A"),
    line("2026-09-03T12:00:00Z", "", "B"),
    day("2026-10-01", "C", ", supersedes: 2026-09-03"),
  ];
  assert.deepEqual(inForce(lines), ["C", "B", "A"]);
});

test("a line that is read after the one that supersedes it never comes into force", () => {
  const lines = [
    day("2026-10-01", "new", ", supersedes: words"),
    day("2026-09-03", "old", ", id: words"),
  ];
  assert.deepEqual(inForce(lines), ["new"]);
});

test("what was superseded stays so when the line that did it is superseded", () => {
  const lines = [
    day("2026-09-01", "A", ", id: a"),
    day("2026-09-02", "B", ", id: b, supersedes: a"),
    day("2026-09-03", "C", ", supersedes: b"),
  ];
  assert.deepEqual(inForce(lines), ["C"]);
});

test("a sentence supersedes only the one line that it names as replaced", () => {
  const old = day("2026-09-03", "600 words", ", id: words");
  const replaced = [
    "300 words; replaces the decision of 2026-09-03.",
    "300 words. This supersedes the decision of 2026-09-03T10:00:00Z",
    "300 words, replaces words",
    "The decision of 2026-09-03 is replaced: 300 words",
  ];
  for (const text of replaced) assert.deepEqual(inForce([old, day("2026-10-01", text)]), [text]);
  const kept = [
    "This does not replace the decision of 2026-09-03",
    "Nothing here replaces the decision of 2026-09-03",
    "If Bo agrees, this replaces the decision of 2026-09-03",
    "Proposal: a page that replaces the decision of 2026-09-03",
    "300 words, replaces the decision of 2026-09-04",
    "Follows from the decision of 2026-09-03",
  ];
  for (const text of kept) {
    assert.deepEqual(inForce([old, day("2026-10-01", text)]), [text, "600 words"], text);
  }
  const twice = [day("2026-09-03", "A"), day("2026-09-03", "B")];
  const text = "C replaces the decision of 2026-09-03";
  assert.equal(inForce([...twice, day("2026-10-01", text)]).length, 3);
});

test("a sentence of another program's line supersedes nothing", () => {
  const old = day("2026-09-03", "600 words", ", id: words");
  const request = "- 2026-10-01T10:00:00Z request (request: req_a) – replaces words";
  assert.deepEqual(inForce([old, request]), ["600 words"]);
});

test("until ends a line after its day, or at its time", () => {
  const lines = [
    day("2026-11-01", "freeze", ", until: 2026-11-17"),
    day("2026-11-01", "trial", ", until: 2026-11-17T10:00:00Z"),
    day("2026-11-01", "rest", ", until: the release"),
  ];
  assert.deepEqual(inForce(lines), ["rest", "trial", "freeze"]);
  assert.deepEqual(inForce(lines, "2026-11-17T10:00:01Z"), ["rest", "freeze"]);
  assert.deepEqual(inForce(lines, "2026-11-18T00:00:00Z"), ["rest"]);
});

test("an incident is pinned while it is open", () => {
  const open = line("2026-11-01T10:00:00Z", ", id: inc-1", "Mirror down", "incident");
  const other = line("2026-11-02T10:00:00Z", ", id: inc-2", "Disk full", "incident");
  const over = line("2026-11-03T10:00:00Z", ", id: inc-1", "Up again", "incident_resolved");
  assert.deepEqual(inForce([open, other, over]), ["Disk full"]);
  const status = line("2026-11-03T10:00:00Z", ", id: inc-1, status: closed", "Up", "incident");
  assert.deepEqual(inForce([open, status]), []);
  const nameless = line("2026-11-03T10:00:00Z", "", "Up again", "incident_resolved");
  assert.deepEqual(inForce([open, nameless]), []);
  assert.deepEqual(inForce([open, other, nameless]).length, 2);
});

test("decisions about the model and signatures are not pinned", () => {
  const model = "- 2026-11-01T10:00:00Z decision (subject: model, decision: proceed) – down";
  const signed = "- 2026-11-01T10:00:00Z decision (identity: sha256:00) – signed";
  assert.deepEqual(inForce([model, signed]), []);
});

test("a decision of a person needs no brackets", () => {
  const plain = ["decision – A", "decision - B", "decision: C"].map(
    (text, index) => `- 2026-09-0${index + 1}T10:00:00Z ${text}`,
  );
  assert.deepEqual(inForce(plain), ["C", "B", "A"]);
  const later = day("2026-09-04", "D", ", supersedes: 2026-09-03T10:00:00Z");
  assert.deepEqual(inForce([...plain, later]), ["D", "B", "A"]);
  assert.deepEqual(inForce(["- 2026-09-01T10:00:00Z we met – A", "decision: B"]), []);
});
