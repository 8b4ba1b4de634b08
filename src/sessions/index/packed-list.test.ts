import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { FoundSession } from "../../agents/agent.ts";
import { packList, unpackList } from "./packed-list.ts";
import type { KnownPlace } from "./places.ts";

const session = (path: string, id: string, more: Partial<FoundSession> = {}): FoundSession => ({
  agent: "pi",
  id,
  path,
  cwd: null,
  bytes: 3,
  modified_ms: 5,
  parent_id: null,
  ...more,
});
const inFile = (source: number, found: FoundSession): KnownPlace => ({
  source,
  session: found,
  mtimeMs: 5.5,
  ctimeMs: 6,
  ino: 7,
  isIndexed: source % 2 === 0,
});

test("unpackList() gives what packList() was given, whether or not a key contains the id", () => {
  const here = join("/", "a", "b");
  const there = join("/", "a", "c");
  const places: KnownPlace[] = [
    inFile(1, session(join(here, "x-id1.jsonl"), "id1", { cwd: "/home/rosa/orchard" })),
    inFile(2, session(join(there, "x-id1.jsonl"), "another", { archived: true })),
    { ...inFile(3, session(join("/", "data.db"), "row")), mtimeMs: null, ctimeMs: null, ino: null },
  ];
  const keyOf = ({ mtimeMs, session: { agent, path, id } }: KnownPlace) =>
    mtimeMs === null ? `${agent}\0${path}\0${id}` : path;
  const list = unpackList(packList(places.map((place) => ({ key: keyOf(place), place }))));
  assert.ok(list !== null);
  assert.equal(list.size, places.length);
  // In another order than they are in, which takes the table of keys.
  for (const place of places.toReversed()) {
    const index = list.indexOf(keyOf(place));
    const found = list.placeAt(index);
    assert.deepEqual({ ...found, session: { ...found.session } }, place);
    assert.equal(list.placeOf(found.session), index);
  }
  assert.equal(list.indexOf(join(here, "id1.jsonl")), -1);
});

test("packList() keeps the order of lists: the newest first, those of the same time by their ids", () => {
  const places = [
    inFile(1, session("/a/b", "b", { modified_ms: 5 })),
    inFile(2, session("/a/new", "new", { modified_ms: 9 })),
    inFile(3, session("/a/a", "a", { modified_ms: 5 })),
  ];
  const list = unpackList(packList(places.map((place) => ({ key: place.session.path, place }))));
  assert.deepEqual(
    Array.from(list?.newest ?? [], (index) => list?.sourceAt(index)),
    [2, 3, 1],
  );
});

test("unpackList() is null for a list without an order, as an earlier version packed it", () => {
  const place = inFile(1, session("/a/b", "b"));
  const { strings, numbers } = packList([{ key: "/a/b", place }]);
  assert.equal(unpackList({ strings, numbers: numbers.slice(0, -8) }), null);
});
