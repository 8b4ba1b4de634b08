import assert from "node:assert/strict";
import { test } from "node:test";
import { createWriteBuffer, numberParameters } from "./statements.ts";

test("numbered() counts parameters and leaves quoted question marks", () => {
  assert.equal(
    numberParameters("select ? where a = 'why?' and b = ?"),
    "select $1 where a = 'why?' and b = $2",
  );
});

test("createWriteBuffer() joins inserts of one statement, whatever stands between them", () => {
  const buffer = createWriteBuffer();
  for (const n of [1, 2]) {
    buffer.add("insert into a (x, y) values (?, ?) on conflict (x) do nothing", [n, "a"]);
    buffer.add("insert into b (x) values (?)", [n]);
  }
  assert.deepEqual(buffer.drain(), [
    {
      text: "insert into a (x, y) values ($1, $2), ($3, $4) on conflict (x) do nothing",
      values: [1, "a", 2, "a"],
    },
    { text: "insert into b (x) values ($1), ($2)", values: [1, 2] },
  ]);
  assert.deepEqual(buffer.drain(), []);
});

test("createWriteBuffer() keeps the order where rows of one table change", () => {
  const buffer = createWriteBuffer();
  buffer.add("insert into a (x) values (?)", [1]);
  buffer.add("insert into b (x) values (?)", [1]);
  buffer.add("update a set x = ?", [2]);
  buffer.add("insert into a (x) values (?)", [3]);
  buffer.add("insert into b (x) values (?)", [4]);
  assert.deepEqual(
    buffer.drain().map(({ text, values }) => `${text.slice(0, 13)} ${values.join()}`),
    ["insert into a 1", "insert into b 1,4", "update a set  2", "insert into a 3"],
  );
});

test("createWriteBuffer() lets a statement that reads see every write before it", () => {
  const buffer = createWriteBuffer();
  buffer.add("insert into a (x) values (?)", [1]);
  buffer.add("update b set x = (select count(*) from a) where y = ?", [0]);
  buffer.add("insert into a (x) values (?)", [2]);
  assert.deepEqual(
    buffer.drain().map(({ values }) => values),
    [[1], [0], [2]],
  );
});

test("createWriteBuffer() joins what no reading statement looks at", () => {
  const buffer = createWriteBuffer();
  for (const n of [1, 2]) {
    buffer.add("insert into events (x) values (?)", [n]);
    buffer.add("insert into parts (x) values (?)", [n]);
    buffer.add("insert into runs (x) select count(*) from parts where x = ?", [n]);
  }
  assert.deepEqual(
    buffer.drain().map(({ text, values }) => `${text.split(" ")[2]} ${values.join()}`),
    ["events 1,2", "parts 1", "runs 1", "parts 2", "runs 2"],
  );
});

test("createWriteBuffer() joins the rows of an upsert, but never the same row twice", () => {
  const buffer = createWriteBuffer();
  const sql =
    "insert into a (x, y, z) values (?, ?, ?) on conflict (z, x) do update set y = excluded.y";
  for (const row of [
    [1, "a", 1],
    [1, "b", 2],
    [2, "c", 1],
    [1, "d", 1],
    [3, "e", 3],
  ]) {
    buffer.add(sql, row);
  }
  assert.deepEqual(
    buffer
      .drain()
      .map(({ values }) => values.filter((value) => typeof value === "string").join("")),
    ["abc", "de"],
  );
  const unnamed = "insert into a (x) values (?) on conflict do update set x = excluded.x";
  for (const n of [1, 2]) buffer.add(unnamed, [n]);
  assert.equal(buffer.drain().length, 2);
});

test("createWriteBuffer() stays below the number of parameters a statement may have", () => {
  const buffer = createWriteBuffer();
  for (let n = 0; n < 2500; n++) buffer.add("insert into a (x, y) values (?, ?)", [n, n]);
  const queries = buffer.drain();
  assert.deepEqual(
    queries.map(({ values }) => values.length),
    [2000, 2000, 1000],
  );
});

test("createWriteBuffer() sends neighbours without values as one", () => {
  const buffer = createWriteBuffer();
  buffer.add("create table a (x text default '?')", []);
  buffer.add("create index a_x on a (x)", []);
  buffer.add("insert into a (x) values (?)", [1]);
  buffer.add("drop table b", []);
  assert.deepEqual(buffer.drain(), [
    { text: "create table a (x text default '?');\ncreate index a_x on a (x)", values: [] },
    { text: "insert into a (x) values ($1)", values: [1] },
    { text: "drop table b", values: [] },
  ]);
});
