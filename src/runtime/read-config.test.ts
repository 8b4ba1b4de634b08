import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { parseSameConfig } from "./read-config.ts";

const schema = z.strictObject({ limit: z.number().default(1) });
const file = {
  label: "holdall.yaml",
  schema,
  elsewhere: { schema: z.strictObject({}), label: "config.yaml" },
};

test("parseSameConfig() reports the same faults each time, and parses a changed text anew", () => {
  const read = (text: string) => {
    const notes: string[] = [];
    return { ...parseSameConfig(text, file, (line) => notes.push(line)), notes: notes.length };
  };
  assert.deepEqual(read("limit: 2\nlimmit: 3\n"), { limit: 2, notes: 1 });
  assert.deepEqual(read("limit: 2\nlimmit: 3\n"), { limit: 2, notes: 1 });
  assert.deepEqual(read("limit: 4\n"), { limit: 4, notes: 0 });
  assert.throws(() => read("limit: many\n"), { code: "E_SHAPE" });
  assert.throws(() => read("limit: many\n"), { code: "E_SHAPE" });
  assert.deepEqual(read(""), { limit: 1, notes: 0 });
});
