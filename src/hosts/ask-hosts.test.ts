import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, fitting } from "./ask-hosts.ts";

test("fitting() takes yes for all of them and no for none", () => {
  const choices = choicesOf(["claude", "codex"], true);
  const idsFor = (typed: string) => fitting(choices, typed).map(({ id }) => id);
  assert.deepEqual(["y", "Yes"].flatMap(idsFor), ["all", "all"]);
  assert.deepEqual(["n", "no"].flatMap(idsFor), ["none", "none"]);
  assert.deepEqual(idsFor("claude"), ["all", "claude"]);
  assert.equal(idsFor("").length, choices.length);
});

test("fitting() takes several that are named one after the other", () => {
  const choices = choicesOf(["claude", "codex", "pi"], true);
  const valueFor = (typed: string) => fitting(choices, typed).map(({ value }) => value);
  assert.deepEqual(valueFor("codex, claude"), [["claude", "codex"]]);
  assert.deepEqual(valueFor("claude pi"), [["claude", "pi"]]);
  assert.deepEqual(valueFor("claude codx"), []);
});
