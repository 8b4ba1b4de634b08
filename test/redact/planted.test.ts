import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../../scripts/bench/planted-session.ts";
import { type RedactionCase, readCases } from "../../scripts/bench/redact/cases.ts";
import { plantSecrets } from "../../scripts/bench/redact/planted.ts";
import { scoreRedactions } from "../../scripts/bench/redact/score.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

/** Not the seed of the benchmark, so that the two look at different secrets. */
const SEED = 7;

function redact(text: string): string {
  return createRedactor().text(text, "here");
}

test("text() lets no planted secret of a published form leave, and at most 3 % of the others", () => {
  const planted = plantSecrets(randomFrom(SEED));
  const leaks = planted.filter(({ secret, text }) => redact(text).includes(secret));
  assert(planted.length >= 150 && new Set(planted.map(({ kind }) => kind)).size >= 60);
  assert.deepEqual(
    leaks.filter(({ published }) => published).map(({ kind, context }) => `${kind} in ${context}`),
    [],
  );
  assert(leaks.length / planted.length <= 0.03, leaks.map(({ text }) => text).join("\n"));
});

test("text() lets no secret of the benchmark leave, and changes none of its innocent texts", () => {
  const cases = readCases();
  const { leaks, wrong, secrets, innocents } = scoreRedactions(
    cases,
    cases.map(({ text }) => redact(text)),
  );
  assert(secrets >= 250 && innocents >= 80);
  assert.deepEqual(
    leaks.map(({ carrier, id }) => `${carrier}: ${id}`),
    [],
  );
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  );
});

test("scoreRedactions() counts a secret of which half is left, and an innocent text that was changed", () => {
  const secret: RedactionCase = {
    id: "a",
    carrier: "env",
    set: "dev",
    published: false,
    text: "P=abcdefghijkl",
    secrets: [[2, 14]],
  };
  const innocent: RedactionCase = {
    id: "b",
    carrier: "innocent",
    set: "dev",
    published: false,
    text: "plain",
    secrets: [],
  };
  const score = (...redacted: string[]) => {
    const { leaks, wrong } = scoreRedactions([secret, innocent], redacted);
    return [leaks.length, wrong.length];
  };
  assert.deepEqual(score("P=abcdefgh[x]", "plain"), [1, 0]);
  assert.deepEqual(score("P=[x]", "pl[x]"), [0, 1]);
});

test("text() leaves a text as it was apart from its secrets", () => {
  for (const { secret, text } of plantSecrets(randomFrom(SEED))) {
    const clean = redact(text);
    const [before, after] = text.split(secret);
    assert(clean.startsWith((before ?? "").slice(0, 8)), text);
    if (!clean.includes(secret)) assert(clean.endsWith((after ?? "").slice(-4)), clean);
  }
});
