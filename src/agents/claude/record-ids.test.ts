import assert from "node:assert/strict";
import { test } from "node:test";
import { createIds } from "./record-ids.ts";

test("createIds() gives each id one number and gives its text back, UUID or not", () => {
  const ids = createIds();
  const uuid = (location: number) =>
    `${String(location).padStart(8, "0")}-aaaa-4bcd-8ef0-fedcba987654`;
  const texts = [
    ...Array.from({ length: 5000 }, (_, location) => uuid(location)),
    "",
    "msg_1",
    "__proto__",
    uuid(1).toUpperCase(),
    uuid(1).replace("-", "_"),
    `${uuid(1).slice(0, -1)}g`,
    `${uuid(1).slice(0, -1)}ł`,
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ];
  const numbers = texts.map((text) => ids.add(text));
  assert.deepEqual(
    numbers,
    texts.map((_, location) => location),
  );
  assert.deepEqual(
    texts.map((text) => ids.add(text)),
    numbers,
  );
  assert.deepEqual(
    numbers.map((number) => ids.text(number)),
    texts,
  );
  assert.equal(ids.find(uuid(4999)), 4999);
  assert.equal(ids.find(uuid(5000)), -1);
  assert.equal(ids.find("msg_2"), -1);
});
