/** What a person sees who continues a session after a handoff: the program's own screen, in a terminal. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { readScreen, withoutSpaces } from "../support/read-screen.ts";
import { makeScratch } from "../support/scratch.ts";
import { codex as driver } from "./drivers/codex.ts";
import { placeFixture } from "./fixtures.ts";
import { findAgents } from "./install.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

const codex = (await findAgents()).get("codex");
const skip =
  codex === undefined &&
  "not run: codex is not installed; npm run test:agents -- --install does it";

const NOWHERE = "http://127.0.0.1:9";

/** Hands a recorded session of Claude Code to Codex, and opens it there. */
async function openAfterHandoff(scenario: ScenarioName, until: readonly string[]) {
  const home = makeScratch();
  const cwd = path.join(home, "orchard");
  fs.mkdirSync(cwd);
  const variables = driver.configure({ home, project: cwd, modelUrl: NOWHERE }, {});
  const trust = `\n[projects.${JSON.stringify(cwd)}]\ntrust_level = "trusted"\n`;
  fs.appendFileSync(path.join(home, ".codex/config.toml"), trust);
  const source = makeScratch();
  const { path: file } = placeFixture("claude", scenario, source);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const { out } = await runOperation<{ session_id: string }>(context, "handoff", {
    from: path.join(source, file),
    to: "codex",
  });
  const command = [codex?.command ?? "", "resume", out.session_id];
  return readScreen({ command, cwd, env: { HOME: home, ...variables }, until });
}

suite("codex resume after a handoff, in a terminal", { skip }, () => {
  const cases: readonly (readonly [ScenarioName, readonly string[]])[] = [
    [
      "plain",
      [
        "How many apple trees stand in row seven?",
        "printf 'apple-%s' 17",
        "Row seven holds seventeen apple trees.",
      ],
    ],
    ["parallel", ["Check the pumps and the valves.", "The pumps are fine, a valve is stuck."]],
  ];
  for (const [scenario, texts] of cases) {
    test(`shows the conversation from its first to its last message: ${scenario}`, async () => {
      const screen = await openAfterHandoff(scenario, texts);
      for (const text of texts) assert(screen.includes(withoutSpaces(text)), text);
    });
  }
});
