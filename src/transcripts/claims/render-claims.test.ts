import assert from "node:assert/strict";
import { test } from "node:test";
import { createItemNumbers } from "../item-numbers.ts";
import type { Claim } from "./claim.ts";
import { renderClaims } from "./render-claims.ts";

const claim = (text: string, item: string, more: Partial<Claim> = {}): Claim => {
  const citation = { session: "s", item };
  return { text, kind: "fact", status: "in force", at: null, citation, ...more };
};
const space = { maxBytes: 4000, numbers: createItemNumbers(), above: [] };
const linesOf = (claims: readonly Claim[], more = {}) =>
  renderClaims(claims, { ...space, ...more })
    .text.split("\n")
    .filter((line) => line.startsWith("- "));

test("renderClaims() says who wrote what binds nobody", () => {
  const lines = linesOf([
    claim("The lamp is dim", "a", { isTyped: true }),
    claim("The cable is loose", "b"),
    claim("Use bun not npm", "c", { isTyped: true, kind: "decision" }),
  ]);
  assert.deepEqual(lines, [
    "- [c] Use bun not npm",
    "- [a] the user: The lamp is dim",
    "- [b] The cable is loose",
  ]);
});

test("renderClaims() shows nothing twice, and nothing that was above before", () => {
  const one = claim("The importer reads the orders of a day", "a");
  const part = claim("the orders of a day", "b");
  assert.deepEqual(linesOf([one, one, part]), [`- [a] ${one.text}`]);
  assert.deepEqual(linesOf([one], { above: [`- #3 ${one.text}, and the archive.`] }), []);
});

test("renderClaims() keeps to its space, the first claims first", () => {
  const lamps = Array.from({ length: 60 }, (_, at) =>
    claim(`Lamp${100 + at} hangs in room ${100 + at}`, "a"),
  );
  const { text, claims } = renderClaims(lamps, { ...space, maxBytes: 600 });
  assert(Buffer.byteLength(text) <= 600);
  assert.deepEqual(claims, lamps.slice(0, claims.length));
  assert(claims.length > 3);
});
