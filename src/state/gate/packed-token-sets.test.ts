import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { gateConfig } from "./config.ts";
import { extractFeatures } from "./features.ts";
import { qualify } from "./gate.ts";
import { overlapOf } from "./overlap.ts";

const word = fc.constantFrom(
  "red",
  "green",
  "blue",
  "port",
  "queue",
  "`pump-1`",
  "`pump-2`",
  "8080",
  "9090",
);
const content = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const namespace = fc.constantFrom("shared", "team/x");
const entry = fc.record({ namespace, id: fc.uuid(), content, version: fc.constant(1) });

test("qualify() compares with every entry, whichever it was asked about before", () => {
  const config = gateConfig();
  const steps = fc.array(fc.record({ entry, at: fc.nat(20), drop: fc.boolean() }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(steps, content, (all, candidate) => {
      let entries: { namespace: string; id: string; content: string; version: number }[] = [];
      for (const { entry: each, at, drop } of all) {
        entries = drop
          ? entries.toSpliced(at, 1)
          : entries.toSpliced(at, at % 3 === 0 ? 1 : 0, each);
        const { signals } = qualify(
          { id: null, content: candidate, namespace: "shared", relevance: 1 },
          entries,
          config,
        );
        const mine = extractFeatures(candidate).words;
        const overlaps = entries.map((other) =>
          overlapOf(mine, extractFeatures(other.content).words),
        );
        const novelty = signals.find(({ name }) => name === "novelty")?.value;
        assert.equal(novelty, 1 - Math.max(0, ...overlaps));
      }
    }),
    { seed: 5, numRuns: 200 },
  );
});
