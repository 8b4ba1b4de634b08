import assert from "node:assert/strict";
import { test } from "node:test";
import canonicalize from "canonicalize";
import { canonicalJson } from "../../src/base/json/canonical.ts";
import { JsonSyntaxError, parseJson } from "../../src/base/json/parse.ts";
import type { Json } from "../../src/base/json/value.ts";
import { writeJson } from "../../src/base/json/write.ts";
import { parseLine } from "../../src/base/jsonl.ts";
import { spelledJson } from "../support/arbitrary-json.ts";
import fc from "../support/property.ts";

const runs = { numRuns: 600 };

/** JSON text, and JSON text with something wrong in it. */
const texts = fc.oneof(
  spelledJson,
  fc.json({ maxDepth: 4 }),
  fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, more]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + more + text.slice(place);
  }),
  fc.tuple(fc.json(), fc.nat(), fc.nat(3)).map(([text, at, length]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + text.slice(place + length);
  }),
  fc.constantFrom(
    "",
    " ",
    "nul",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    '"\\x"',
    "[1,]",
    "{,}",
    "\ufeff1",
    "1 2",
    "1e999",
    "[-1e400]",
    '"\\ud800"',
    '{"\\udfff":1}',
    '"\\ud83d\\ude00"',
    '"\\\\ud800"',
    '{"a":1,"a":2}',
    '{"a":":\\""}',
  ),
);

type Parsed = { readonly value: unknown } | "refused";

/** What JSON.parse() says, except that a number too large to be represented is no number to us. */
function theirs(text: string): Parsed {
  try {
    return {
      value: JSON.parse(text, (_key, value) =>
        Number.isFinite(value) || typeof value !== "number" ? value : tooLarge(),
      ),
    };
  } catch {
    return "refused";
  }
}

function tooLarge(): never {
  throw new RangeError("infinite");
}

function ours(text: string): Parsed {
  try {
    return { value: parseJson(text).value };
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError);
    return "refused";
  }
}

test("parseJson() reads what JSON.parse() reads, and refuses what it refuses", () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.deepStrictEqual(ours(text), theirs(text));
    }),
    runs,
  );
});

test("parseJson() refuses numbers that JavaScript cannot hold", () => {
  for (const text of ["1e999", "[-1e400]", `1${"0".repeat(400)}`])
    assert.equal(ours(text), "refused");
});

test("parseLine() reads what parseJson() reads without a problem, and refuses the rest", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const line = parseLine(text);
      const full = ours(text);
      if (full === "refused" || parseJson(text).problems.length > 0) {
        assert.notEqual(line.fault, undefined);
      } else {
        assert.deepStrictEqual(line.value, full.value);
      }
    }),
    runs,
  );
});

test("writeJson() writes back every spelling of numbers that parseJson() read", () => {
  fc.assert(
    fc.property(spelledJson, (inner) => {
      // A document is an object or a list: a number alone has nobody to remember its spelling.
      const text = `[${inner}]`;
      assert.equal(writeJson(parseJson(text).value, 0), text);
      assert.equal(writeJson(parseJson(writeJson(parseJson(text).value)).value, 0), text);
    }),
    runs,
  );
});

test("canonicalJson() writes what the canonicalize package writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(canonicalJson(value), canonicalize(value));
      assert.equal(canonicalJson(JSON.parse(canonicalJson(value))), canonicalJson(value));
    }),
    runs,
  );
});

test("canonicalJson() does not depend on the order of keys", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const turned = Object.fromEntries(Object.entries(object).reverse());
      assert.equal(canonicalJson(turned as Json), canonicalJson(object as Json));
    }),
    runs,
  );
});
