import assert from "node:assert/strict";
import { test } from "node:test";
import { programs, type TaskAgentName } from "../../../test/agents/programs.ts";
import { agentIds, loadAgent } from "../../agents/registry.ts";
import { findRunnable, runnableNames } from "./agent-command.ts";
import { parseContestants } from "./contestant.ts";

test("runnableNames() has every agent whose folder declares a command, and no other", async () => {
  const agents = await Promise.all(agentIds.map(loadAgent));
  const declared = agents.filter(({ taskCommand }) => taskCommand !== undefined);
  assert(declared.length > 0 && declared.length < agents.length);
  assert.deepEqual(
    await runnableNames(),
    declared.map(({ id }) => id),
  );
});

test("every command starts the agent's own program and gives it the prompt once and the model", async () => {
  for (const id of await runnableNames()) {
    const { program } = await loadAgent(id);
    const agent = await findRunnable(id);
    const asked = { prompt: "Fix the median", model: "maker/model-1", unsandboxed: false };
    const command = agent?.command(asked);
    assert.equal(command?.program, program, id);
    assert.equal(command?.npmPackage, programs[id as TaskAgentName].npmPackage, id);
    const parts = [...(command?.args ?? []), command?.input];
    assert.equal(parts.filter((text) => text === asked.prompt).length, 1, id);
    assert.match(parts.join(" "), /model-1/, id);
  }
});

test("findRunnable() knows no agent that is only read, and no other name", async () => {
  assert.equal(await findRunnable("cursor"), null);
  assert.equal(await findRunnable("constructor"), null);
});

test("parseContestants() refuses an agent that cannot be given a task", async () => {
  await assert.rejects(parseContestants(["cursor"], []), { code: "E_USAGE" });
  const [own] = await parseContestants([], ["codex=my-codex {task}"]);
  assert.equal(own?.agent?.id, "codex");
});

test("parseContestants() refuses two commands of one name", async () => {
  const twice = parseContestants([], ["a=true", "a=false"]);
  await assert.rejects(twice, { code: "E_USAGE", message: /"a" is named twice/ });
});
