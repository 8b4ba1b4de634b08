import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn } from "../../../test/support/operations.ts";
import { makeScratch } from "../../../test/support/scratch.ts";
import { highestLimits, limitsByFormat } from "../../formats/limits.ts";
import { chosenLimits } from "./chosen-limits.ts";

const scratch = makeScratch();

function project(config: string | null) {
  const cwd = fs.mkdtempSync(path.join(scratch, "p-"));
  if (config !== null) fs.writeFileSync(path.join(cwd, "holdall.yaml"), config);
  const notes: string[] = [];
  return { context: { ...contextIn(cwd), note: (text: string) => notes.push(text) }, cwd, notes };
}

test("chosenLimits() changes nothing where nothing is said", async () => {
  assert.deepEqual(await chosenLimits(project(null).context, {}), {});
  assert.deepEqual(await chosenLimits(project("namespace: x\n").context, {}), {});
});

test("chosenLimits() takes the configured ones, and the command's before them", async () => {
  const { context } = project("limits: { entries: 7, ratio: 20 }\n");
  assert.deepEqual(await chosenLimits(context, {}), { entries: 7, ratio: 20 });
  const both = await chosenLimits(context, { limit: ["entries=9", "members=3"] });
  assert.deepEqual(both, { entries: 9, ratio: 20, members: 3 });
});

test("chosenLimits() reads the configuration of the workspace that is meant", async () => {
  const { context, cwd } = project("limits: { entries: 7 }\n");
  fs.mkdirSync(path.join(cwd, ".holdall"));
  const inside = { ...context, cwd: path.join(cwd, "deep", "down") };
  fs.mkdirSync(inside.cwd, { recursive: true });
  assert.deepEqual(await chosenLimits(inside, {}), { entries: 7 });
  const elsewhere = project(null).context;
  const store = path.join(cwd, ".holdall");
  assert.deepEqual(await chosenLimits(elsewhere, { store }), { entries: 7 });
});

test("chosenLimits() refuses more than the highest limits, zero and fractions, and notes other names", async () => {
  for (const config of ["entries: 1000001", "entries: 0", "lineBytes: 1.5", "ratio: many"]) {
    const { context } = project(`limits: { ${config} }\n`);
    await assert.rejects(chosenLimits(context, {}), { code: "E_SHAPE" });
  }
  const { context, notes } = project("limits: { entrys: 5 }\n");
  assert.deepEqual(await chosenLimits(context, {}), {});
  assert.match(notes.join(), /limits\.entrys.*"entries"/);
  await chosenLimits(context, { limit: ["entries=9"] });
  assert.equal(notes.length, 1, "a note is told once in a run");
});

test("highestLimits leave room above every default", () => {
  for (const limits of Object.values(limitsByFormat)) {
    for (const [name, value] of Object.entries(limits)) {
      const highest = Reflect.get(highestLimits, name);
      assert.ok(highest >= value, `${name}: ${highest} is below ${value}`);
    }
  }
});
