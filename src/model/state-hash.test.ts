import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../test/support/property.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { hashLine, stateHashOfLines } from "./state-hash.ts";

const bounds = { budget_tokens: 9, eviction: "manual", slots: [{ name: "fact" }] } as const;

/** The hash as it is defined, in one go. */
function defined(head: typeof bounds, triples: readonly (readonly string[])[]): string {
  const { budget_tokens, eviction } = head;
  const slots = head.slots.map(({ name }) => name);
  return sha256(canonicalJson({ budget_tokens, eviction, slots, entries: triples }));
}

const change = fc.record({
  at: fc.nat(699),
  how: fc.constantFrom("change", "remove", "append", "cut"),
  budget: fc.constantFrom(9, 10),
});

test("stateHashOfLines() is the hash of the whole, whatever was hashed before", () => {
  fc.assert(
    fc.property(fc.nat(700), fc.array(change, { maxLength: 12 }), (count, changes) => {
      let next = 0;
      const triple = () => ["shared", `e"${next++}`, sha256(String(next))];
      let triples = Array.from({ length: count }, triple);
      for (const { at, how, budget } of changes) {
        if (how === "change" && at < triples.length) triples = triples.with(at, triple());
        if (how === "remove") triples = triples.toSpliced(at, 1);
        if (how === "append") triples = [...triples, triple()];
        if (how === "cut") triples = triples.slice(0, at);
        if (triples.length === 0) triples = [triple()];
        const head = { ...bounds, budget_tokens: budget } as typeof bounds;
        const lines = triples.map(([namespace = "", id = "", hash = ""]) =>
          hashLine(namespace, id, hash),
        );
        assert.equal(stateHashOfLines(head, lines), defined(head, triples));
      }
    }),
    { seed: 11, numRuns: 40 },
  );
});
