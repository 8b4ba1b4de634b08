import assert from "node:assert/strict";
import { test } from "node:test";
import { extractFeatures } from "./features.ts";

const identifiersOf = (text: string) => [...extractFeatures(text).identifiers].sort();
const valuesOf = (text: string) => [...extractFeatures(text).values].sort();

test("extractFeatures() takes quoted spans and compound words for names", () => {
  const text = 'The `orders queue` and "Retry Policy" live in src/jobs.ts, maxRetries and worker2';
  assert.deepEqual(identifiersOf(text), [
    "maxretries",
    "orders queue",
    "retry policy",
    "src/jobs.ts",
    "worker2",
  ]);
});

test("extractFeatures() takes numbers with their unit, names, negations and booleans for values", () => {
  const text = "We chose Rust, not Go, and keep it 90 seconds, or 1,500 ms; caching is enabled";
  assert.deepEqual(valuesOf(text), ["1,500 ms", "90 seconds", "enabled", "go", "not", "rust"]);
});

test("extractFeatures() takes a capital at the start of a sentence for grammar", () => {
  assert.deepEqual(
    valuesOf("# Caching\n\nListings are cached. Prices bypass it.\n- Keys expire"),
    [],
  );
});

test("extractFeatures() takes a version for a value and a name that is set for one too", () => {
  assert.deepEqual(valuesOf("runs v1.2.3"), ["v1.2.3"]);
  assert.deepEqual(valuesOf("the region is now eu-west"), ["eu-west"]);
  assert.deepEqual(valuesOf("the theme was set to `dark`"), ["dark"]);
  assert.deepEqual(identifiersOf("requests to `auth-api` fail"), ["auth-api"]);
});

test("extractFeatures() leaves the words of values out of the plain words", () => {
  assert.deepEqual(
    [...extractFeatures("tokens expire after 15 minutes").plain],
    ["tokens", "expire", "after"],
  );
});

test("extractFeatures() reads a long text by its beginning", () => {
  assert.equal(extractFeatures("`".repeat(100_000)).words.size, 0);
  assert.equal(identifiersOf("a.".repeat(100_000)).length, 1);
  assert.deepEqual([...extractFeatures(`${" ".repeat(100_000)}word`).words], []);
});
