import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { findMatches } from "./find-matches.ts";
import { CREATE, INSERT_ENTRY, INSERT_TERMS, INSERT_WORKSPACE_SOURCE } from "./tables.ts";
import { parseQuery } from "./terms.ts";

/** More entries than are counted for a rank. */
const COMMON = 30_050;
const SOURCES = 300;

/** An index in which every entry has the word "gauge"; some have more. The sources come one after the other. */
function indexWith(special: Readonly<Record<number, string>>): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(CREATE);
  database.exec("begin");
  const add = database.prepare(INSERT_WORKSPACE_SOURCE);
  for (let source = 1; source <= SOURCES; source++) {
    add.get("session", "claude", `/${source}`, String(source), "1", null, source, null, 0);
  }
  const entry = database.prepare(INSERT_ENTRY);
  const terms = database.prepare(INSERT_TERMS);
  for (let number = 1; number <= COMMON; number++) {
    const text = special[number] ?? "gauge";
    entry.run(number, sourceOf(number), "assistant", null, null, null, text);
    terms.run(number, text);
  }
  database.exec("commit");
  return database;
}

/** The last source is long: a quarter of the entries that are looked at first would be its own. */
function sourceOf(entry: number): number {
  return entry > COMMON - 800 ? SOURCES : 1 + (Math.floor(entry / 100) % (SOURCES - 1));
}

function search(database: DatabaseSync, ...words: string[]) {
  const query = parseQuery(words);
  assert.ok(query !== null);
  return findMatches(database, { query, filter: {}, isPresent: () => true, limit: 10 });
}

test("findMatches() finds a word that is everywhere in the newest entries, and in as many sources as were asked for", () => {
  const found = search(indexWith({}), "gauge").map(({ id }) => Number(id));
  assert.equal(found.length, 10);
  const newest = Array.from({ length: 800 + 10 * 100 }, (_, at) => sourceOf(COMMON - at));
  assert.deepEqual(
    found.filter((id) => !newest.includes(id)),
    [],
  );
});

test("findMatches() ranks by the rare word beside one that is everywhere", () => {
  const padding = " harbour".repeat(60);
  const database = indexWith({
    150: "gauge whitby whitby whitby",
    20150: `gauge whitby${padding}`,
    29150: `gauge whitby${padding}${padding}`,
  });
  const found = search(database, "gauge", "whitby");
  assert.deepEqual(
    found.slice(0, 3).map(({ id }) => Number(id)),
    [150, 20_150, 29_150].map(sourceOf),
  );
  assert.deepEqual(
    found.map(({ is_complete }) => is_complete),
    found.map((_, at) => at < 3),
  );
});

test("findMatches() prefers sources with the rare word alone to those with the common one alone", () => {
  const database = indexWith({ 150: "whitby", 5150: "oban" });
  const found = search(database, "gauge", "whitby", "oban");
  assert.deepEqual(
    new Set(found.slice(0, 2).map(({ id }) => Number(id))),
    new Set([150, 5_150].map(sourceOf)),
  );
  assert.equal(found.length, 10);
});

test("findMatches() finds for a Chinese name what it is called in English, and shows the line", () => {
  const [found] = search(indexWith({ 150: "It fails in Firefox." }), "火狐");
  assert.equal(Number(found?.id), sourceOf(150));
  assert.equal(found?.is_complete, false);
  assert.deepEqual(
    found?.matches.map(({ line }) => line),
    ["It fails in Firefox."],
  );
});
