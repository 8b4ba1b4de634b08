import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { argumentsOf } from "../operations/operation/arguments.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
import { parseCommandLine } from "./arguments.ts";

test("parseCommandLine() passes every numeric option of every operation as a number", async () => {
  const seen: string[] = [];
  for (const name of operationNames) {
    const operation = await loadOperation(name);
    for (const { key } of argumentsOf(operation).filter(({ isNumber }) => isNumber)) {
      if (operation.positionals.includes(key)) continue;
      const { input } = parseCommandLine(operation, [`--${key}`, "3000"]);
      assert.equal(input[key], 3000, `${name} --${key}`);
      seen.push(`${name} --${key}`);
    }
  }
  assert(seen.includes("context load --budget"), seen.join("\n"));
});

const command = {
  name: "try",
  summary: "",
  effect: "read",
  positionals: ["count"],
  aliases: {},
  examples: [],
  input: z.object({
    count: z.int(),
    optional: z.int().optional(),
    standard: z.number().default(4),
    size: z.union([z.int(), z.literal("all")]).optional(),
    level: z.union([z.literal(1), z.literal(2)]).default(1),
    text: z.string().optional(),
  }),
} as const;

test("parseCommandLine() makes numbers of digits wherever the schema has numbers", () => {
  const args = [
    "7",
    "--optional",
    "1",
    "--standard",
    "2.5",
    "--size",
    "3",
    "--level",
    "2",
    "--text",
    "12",
  ];
  const { input } = parseCommandLine(command, args);
  const expected = { count: 7, optional: 1, standard: 2.5, size: 3, level: 2, text: "12" };
  assert.deepEqual({ ...input }, expected);
  assert.deepEqual({ ...parseCommandLine(command, ["--size", "all"]).input }, { size: "all" });
});

test("parseCommandLine() refuses what is no number in digits", () => {
  for (const args of [["0x10"], ["--standard", "1e3"], ["--optional", ""], ["--level", "two"]]) {
    assert.throws(() => parseCommandLine(command, args), { code: "E_USAGE" });
  }
});
