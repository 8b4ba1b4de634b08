import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { createElementReader } from "./read-elements.ts";

const limits = { maxElements: 1e6, maxElementBytes: 1e6 };

test("createElementReader() gives the same elements and lines however the text is cut", async () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 12 }),
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: 1, max: 40 }),
      (values, indent, size) => {
        const text = `${JSON.stringify(values, null, indent).slice(1)}tail`;
        const full = createElementReader(1, limits);
        const batch = full.push(text);
        const lines = values.map((_, n) => batch.lineOf(n));
        const reader = createElementReader(1, limits);
        const seen: unknown[] = [];
        const seenLines: number[] = [];
        for (let at = 0; at < text.length && reader.rest() === null; at += size) {
          const part = reader.push(text.slice(at, at + size));
          seen.push(...part.values);
          seenLines.push(...part.values.map((_, n) => part.lineOf(n)));
        }
        assert.deepEqual(seen, JSON.parse(JSON.stringify(values)));
        assert.deepEqual(seenLines, lines);
        assert.equal(reader.line(), full.line());
        assert.ok("]tail".startsWith(reader.rest()?.slice(0, 1) ?? ""));
      },
    ),
  );
});

test("createElementReader() ends at its bracket and leaves the rest", () => {
  const reader = createElementReader(1, limits);
  assert.deepEqual(reader.push(" 1, [2] ").values, [1]);
  assert.equal(reader.rest(), null);
  assert.deepEqual(reader.push("], 3").values, [[2]]);
  assert.equal(reader.rest(), "], 3");
});
