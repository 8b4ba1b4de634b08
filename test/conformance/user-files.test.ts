/** What every agent that `task run` starts declares of its user's home. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentIds, loadAgent } from "../../src/agents/registry.ts";

const user = { home: "/home/rosa", env: {} };

/** Words of settings that reach a model, start a program or grant a right. */
const REFUSED =
  /instruction|hook|mcp|permission|sandbox|approval|skill|plugin|extension|memory|prompt|agents?$|^command|rules|notify|trust/i;

for (const id of agentIds) {
  const { taskCommand, userFiles } = await loadAgent(id);
  if (taskCommand === undefined) {
    test(`${id}: an agent that is not started needs no home`, () =>
      assert.equal(userFiles, undefined));
    continue;
  }
  const files = userFiles?.files(user) ?? [];

  test(`${id}: its login and its settings are named, each at a place of its own in the home`, () => {
    const kinds = new Set(files.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(["login", "settings"]));
    const paths = files.map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length);
    for (const path of paths) assert.ok(path.startsWith("/home/rosa/."), path);
  });

  test(`${id}: variables that name places are declared, and move files without changing their order`, () => {
    const env = Object.fromEntries(
      (userFiles?.variables ?? []).map((name) => [name, "/elsewhere"]),
    );
    const moved = userFiles?.files({ ...user, env }) ?? [];
    assert.deepEqual(
      moved.map(({ kind }) => kind),
      files.map(({ kind }) => kind),
    );
    assert.ok(moved.some(({ path }) => path.startsWith("/elsewhere")));
    // Else a run in a clean home would get them with the agent's keys.
    const { env: passed } = taskCommand({ prompt: "", model: null, unsandboxed: false });
    assert.deepEqual(
      passed.filter((name) => Object.hasOwn(env, name)),
      [],
    );
  });

  test(`${id}: no settings are copied that reach the model, start a program or grant a right`, () => {
    for (const file of files) {
      for (const key of file.kind === "settings" ? file.keys : []) {
        assert.doesNotMatch(key, REFUSED, file.path);
      }
    }
  });
}
