import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../../scripts/bench/planted-session.ts";
import { innocents } from "../../scripts/bench/redact/innocents.ts";
import { plantSecrets } from "../../scripts/bench/redact/planted.ts";
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

test("text() replaces nothing in innocent texts", () => {
  assert.deepEqual(
    innocents.filter((text) => redact(text) !== text),
    [],
  );
});

test("text() leaves a text as it was apart from its secrets", () => {
  for (const { secret, text } of plantSecrets(randomFrom(SEED))) {
    const clean = redact(text);
    const [before, after] = text.split(secret);
    assert(clean.startsWith((before ?? "").slice(0, 8)), text);
    if (!clean.includes(secret)) assert(clean.endsWith((after ?? "").slice(-4)), clean);
  }
});
