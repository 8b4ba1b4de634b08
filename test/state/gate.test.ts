import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { createCases, createFacts } from "../../scripts/bench/gate-cases.ts";
import { runControl, runSeparation } from "../../scripts/bench/gate-control.ts";
import { splitFrontMatter } from "../../src/base/yaml/front-matter.ts";

test("qualify() admits 180 different facts of few templates, and none of them again", () => {
  const facts = createFacts(180);
  assert.equal(new Set(facts).size, 180);
  assert.deepEqual(runSeparation(facts), { admitted: 180, conflicts: 0, admittedAgain: 0 });
});

test("qualify() proposes to supersede what an update contradicts, and admits no contradiction", () => {
  const result = runControl(createCases(240));
  const first = JSON.stringify(result.misses[0], null, 1);
  assert.ok(result.updates >= 100);
  assert.ok(result.superseded >= 0.9, `superseded ${result.superseded}: ${first}`);
  assert.equal(result.drift, 0, first);
  assert.equal(result.rejected, 1, first);
  assert.equal(result.falseConflicts, 0, first);
});

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";

test("qualify() admits the published facts that share a template", { skip }, () => {
  const folder = path.join(samples ?? "", "artesian-bench/generated/xl-corpus/memory");
  const facts = fs
    .readdirSync(folder)
    .sort()
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
  assert.equal(facts.length, 180);
  const bodies = facts.map((text) => splitFrontMatter(text).body);
  assert.deepEqual(runSeparation(bodies), { admitted: 180, conflicts: 0, admittedAgain: 0 });
});
