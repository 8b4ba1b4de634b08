import assert from "node:assert/strict";
import { test } from "node:test";
import { readSkill, renderSkill, skillDigest, skillNode } from "./skill.ts";

const skill = {
  title: "Cut a release",
  content: "When the tests are green.\n\nTakes a minute.",
  guards: ["git diff --quiet"],
  steps: ["npm version patch\nnpm pack", "echo '```'"],
};

test("readSkill() reads what renderSkill() wrote, fences in commands among it", () => {
  assert.deepEqual(readSkill(renderSkill(skill)), skill);
  const bare = { title: "Look", content: "", guards: [], steps: [] };
  assert.deepEqual(readSkill(renderSkill(bare)), bare);
});

test("readSkill() takes a text that is no skill for one without commands", () => {
  const { title, steps } = readSkill("Only words\n```sh\nrm -rf x\n```");
  assert.deepEqual([title, steps], ["", []]);
});

test("skillDigest() changes with every command, skillNode() only with the title", () => {
  assert.notEqual(skillDigest(skill), skillDigest({ ...skill, steps: ["true"] }));
  assert.notEqual(skillDigest(skill), skillDigest({ guards: skill.steps, steps: skill.guards }));
  assert.equal(skillNode("Cut a Release "), skillNode(skill.title));
});
