import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { sha256 } from "../../base/hash.ts";
import { listedFileRecord } from "../../model/task-bundle-records.ts";
import { parseListedFile } from "./listed-file.ts";

const digest = fc.oneof(fc.constant(sha256("a")), fc.string(), fc.constant("A".repeat(64)));
const size = fc.oneof(fc.nat(), fc.double(), fc.constant(-1), fc.constant(2 ** 60), fc.string());
const file = fc.record(
  {
    path: fc.oneof(fc.constantFrom("a", "a/b.txt", "..a", "../a", ""), fc.jsonValue()),
    sha256: digest,
    size,
    mode: fc.constantFrom("100644", "100755", "120000", "777", null, 1),
    target: fc.oneof(fc.constantFrom("a", "../a", null), fc.jsonValue()),
    more: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

test("parseListedFile() takes nothing that the schema refuses", () => {
  fc.assert(
    fc.property(fc.oneof(file, fc.jsonValue()), (value) => {
      if (parseListedFile(value) !== null)
        assert.ok(listedFileRecord.schema.safeParse(value).success);
    }),
    { numRuns: 2000 },
  );
});

test("parseListedFile() takes every path that stays inside, and no other", () => {
  const listed = (path: string) => parseListedFile({ path, sha256: sha256("a"), size: 1 }) !== null;
  for (const path of ["a", "..a", "a/..b", "a b/c", "é/ü", "a\nb", "-x", ".git/config"]) {
    assert.equal(listed(path), true, path);
  }
  for (const path of ["", "..", "a/..", "/a", "C:/a", "a\\b", "a\0", "a//b", "\ud800"]) {
    assert.equal(listed(path), false, path);
  }
  assert.equal(listed("a".repeat(5000)), false);
});
