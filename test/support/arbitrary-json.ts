import fc from "./property.ts";

/** Numbers as JSON lets one spell them; JavaScript would write some of them otherwise. */
export const spelledNumber: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.constantFrom(
    "7.0",
    "1e3",
    "-0",
    "0.10",
    "1E+2",
    "12345678901234567890",
    "0.1e-6",
    "-0.0",
    "1e-7",
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

/** Keys that stay in their order: JavaScript moves those that look like whole numbers to the front. */
export const plainKey: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 6 }).filter((key) => !/^\d+$/.test(key)),
  fc.constantFrom("__proto__", "constructor", "toString", "a/b", "~", ""),
);

/** JSON text without spaces and without the same key twice, whose numbers are spelled in any way. */
export const spelledJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    spelledNumber,
    fc.constantFrom("null", "true", "false"),
    fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => JSON.stringify(text)),
    fc.array(tie("value"), { maxLength: 4 }).map((list) => `[${list.join(",")}]`),
    members(tie("value")).map((list) => `{${list.join(",")}}`),
  ),
})).value;

function members(value: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  const member = fc.tuple(plainKey, value);
  return fc
    .uniqueArray(member, { maxLength: 4, selector: ([key]) => key })
    .map((list) => list.map(([key, text]) => `${JSON.stringify(key)}:${text}`));
}
