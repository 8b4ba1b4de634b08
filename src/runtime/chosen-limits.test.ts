import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { contextIn } from "../../test/support/operations.ts";
import { makeScratch } from "../../test/support/scratch.ts";
import { writeUserConfig } from "../../test/support/user-config.ts";
import { highestLimits, limitsByFormat } from "../formats/limits.ts";
import { chosenLimits } from "./chosen-limits.ts";

const scratch = makeScratch();

const environment = process.env.XDG_CONFIG_HOME;
after(() => {
  if (environment === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = environment;
});

/** A project's folder with its file, and the settings of the user who is in it. */
function project(config: string | null, own = "") {
  const cwd = fs.mkdtempSync(path.join(scratch, "p-"));
  writeUserConfig(fs.mkdtempSync(path.join(scratch, "home-")), own);
  if (config !== null) fs.writeFileSync(path.join(cwd, "holdall.yaml"), config);
  const notes: string[] = [];
  return { context: { ...contextIn(cwd), note: (text: string) => notes.push(text) }, cwd, notes };
}

test("chosenLimits() changes nothing where nothing is said", async () => {
  assert.deepEqual(await chosenLimits(project(null).context, {}), {});
  assert.deepEqual(await chosenLimits(project("namespace: x\n").context, {}), {});
});

test("chosenLimits() takes the user's own, and the command's before them", async () => {
  const { context } = project(null, "limits: { entries: 7, ratio: 20 }\n");
  assert.deepEqual(await chosenLimits(context, {}), { entries: 7, ratio: 20 });
  const both = await chosenLimits(context, { limit: ["entries=9", "members=3"] });
  assert.deepEqual(both, { entries: 9, ratio: 20, members: 3 });
});

test("chosenLimits() takes none of a project's file, whose key is reported", async () => {
  const { context, cwd, notes } = project("limits: { ratio: 1000, unpackedBytes: 68719476736 }\n");
  assert.deepEqual(await chosenLimits(context, {}), {});
  assert.match(notes.join(), /holdall\.yaml: "limits" is ignored here/);
  await chosenLimits(context, { limit: ["entries=9"] });
  assert.equal(notes.length, 1, "a note is told once in a run");
  fs.mkdirSync(path.join(cwd, ".holdall"));
  const elsewhere = project(null).context;
  assert.deepEqual(await chosenLimits(elsewhere, { store: path.join(cwd, ".holdall") }), {});
});

test("chosenLimits() refuses more than the highest limits, zero and fractions, and notes other names", async () => {
  for (const config of ["entries: 1000001", "entries: 0", "lineBytes: 1.5", "ratio: many"]) {
    const { context } = project(null, `limits: { ${config} }\n`);
    await assert.rejects(chosenLimits(context, {}), { code: "E_SHAPE" });
  }
  const { context, notes } = project(null, "limits: { entrys: 5 }\n");
  assert.deepEqual(await chosenLimits(context, {}), {});
  assert.match(notes.join(), /limits\.entrys.*"entries"/);
});

test("highestLimits leave room above every default", () => {
  for (const limits of Object.values(limitsByFormat)) {
    for (const [name, value] of Object.entries(limits)) {
      const highest = Reflect.get(highestLimits, name);
      assert.ok(highest >= value, `${name}: ${highest} is below ${value}`);
    }
  }
});
