/** OpenCode 2 gets sessions by its own command, goes on with them, and shows them: the real program. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suite, test } from "node:test";
import opencode from "../../src/agents/opencode/opencode.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { missingItems } from "./compare.ts";
import { FIXTURE_PROJECT, placeFixture } from "./fixtures.ts";
import { findPrograms } from "./install.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { type AgentName, laterPrograms } from "./programs.ts";
import { askAgain, PROBE } from "./record.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";
import type { SentItem } from "./sent/item.ts";

const program = (await findPrograms(laterPrograms)).get("opencode2");
const skip =
  program === undefined &&
  "not run: OpenCode 2 is not installed; npm run test:agents -- --install does it";

/** A machine with OpenCode 2 under its own name, and a scripted model. */
async function createLab() {
  const folder = makeScratch();
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  const command = path.join(bin, "opencode");
  fs.symlinkSync(program?.command ?? "", command);
  const model = await startModel();
  const agent = { name: "opencode", version: laterPrograms.opencode2.version, command } as const;
  const machine = createMachine(folder, agent, { model });
  const { home, project, env } = machine;
  const context = { ...contextIn(fs.realpathSync(project)), agents: { home, env } };
  const hand = (input: object) =>
    runOperation<HandoffOutput>(context, "handoff", { to: "opencode", ...input });
  const count = () => {
    const database = new DatabaseSync(path.join(home, ".local/share/opencode/opencode.db"));
    const sql =
      "select (select count(*) from session_v2) + (select count(*) from session_message) as n";
    const { n } = database.prepare(sql).get() ?? {};
    database.close();
    return n;
  };
  return { machine, model, context, hand, count };
}

const SESSIONS: readonly (readonly [AgentName, ScenarioName])[] = [
  ["claude", "parallel"],
  ["codex", "failing"],
  ["opencode", "compaction"],
];

/** It sends a failed result as JSON. */
function withPlainError(item: SentItem): SentItem {
  if (item.kind !== "result" || !item.text.startsWith('{"error":')) return item;
  const { error }: { error: { message: string } } = JSON.parse(item.text);
  return { ...item, text: error.message };
}

suite("a handoff to the real OpenCode 2", { skip }, () => {
  for (const [from, scenario] of SESSIONS) {
    test(`${from}'s session "${scenario}" is imported, shown, sent to the model and removed again`, async () => {
      const { machine, model, context, hand, count } = await createLab();
      try {
        const source = makeScratch();
        const { path: file, expected } = placeFixture(from, scenario, source);
        const { out, exit } = await hand({ from: path.join(source, file), prove: true });
        assert.deepEqual(out.proof?.findings, [], out.proof?.reason ?? "");
        assert.equal(out.proof?.state, "complete", out.proof?.reason ?? "");
        assert.equal(exit, 0);
        const [argv = []] = out.resume;
        const args = ["--standalone", "--auto", ...argv.slice(1)];
        const sent = await askAgain(model, () => machine.askThrough(["", ...args], PROBE), machine);
        const folders = [[FIXTURE_PROJECT, context.cwd]];
        assert.deepEqual(missingItems(expected, sent.map(withPlainError), { folders }), []);
        // Now it has gone on: a copy of the session that has not is undone.
        const again = await hand({ from: path.join(source, file) });
        const before = count();
        await runOperation(context, "handoff", { undo: again.out.session_id });
        assert(Number(count()) < Number(before));
      } finally {
        await model.close();
      }
    });
  }

  test("its own session is read, and moves with calls and results", async () => {
    const { machine, model, context, hand } = await createLab();
    try {
      const call = { name: "shell", arguments: { command: "echo ebb; exit 3", description: "d" } };
      model.follow([{ parts: [{ text: "I look." }, { call }] }, { parts: [{ text: "Ebb." }] }]);
      const args = ["run", "--standalone", "--auto"];
      const { code, stderr } = await machine.call({ args, input: "Count the tides" });
      assert.equal(code, 0, stderr);
      const found = await Array.fromAsync(opencode.find(context.agents));
      assert.equal(found.length, 1);
      const { out } = await hand({ from: found[0]?.id, prove: true });
      assert.deepEqual(out.proof?.findings, [], out.proof?.reason ?? "");
      const { messages, calls, results, missing } = out.conversation ?? {};
      assert.deepEqual([messages, calls, results, missing], [3, 1, 1, 0]);
    } finally {
      await model.close();
    }
  });
});
