import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAddress } from "./address.ts";

test("parseAddress() hides the password and keeps the schema", () => {
  const address = parseAddress(
    "postgresql://ada:secret@db.example:5433/work?schema=orchard&sslmode=require",
  );
  assert.equal(address.display, "postgresql://ada@db.example:5433/work?schema=orchard");
  assert.equal(address.schema, "orchard");
  const url = new URL(address.url);
  assert.equal(url.password, "secret");
  assert.equal(url.searchParams.get("schema"), null);
  assert.equal(url.searchParams.get("sslmode"), "verify-full");
  assert.equal(url.searchParams.get("options"), null, "poolers refuse settings at the start");
});

test("parseAddress() gives each schema a lock of its own that fits 64 bits", () => {
  const locks = ["a", "b", "holdall"].map(
    (schema) => parseAddress(`postgres://h/d?schema=${schema}`).lock,
  );
  assert.equal(new Set(locks).size, 3);
  for (const lock of locks) assert.equal(BigInt.asIntN(64, BigInt(lock)), BigInt(lock));
});

test("parseAddress() refuses what is no URL and no plain schema", () => {
  assert.throws(() => parseAddress("postgresql://["), { code: "E_USAGE" });
  for (const schema of ["A", "a;drop", "pg-1", ""]) {
    assert.throws(() => parseAddress(`postgresql://h/d?schema=${schema}`), { code: "E_USAGE" });
  }
});
