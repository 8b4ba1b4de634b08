/** OpenCode 2 gets sessions by its own command, goes on with them, and shows them: the real program. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suite } from "node:test";
import opencode from "../../src/agents/opencode/opencode.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { toolKindOf } from "../../src/transcripts/tool-names.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { missingItems } from "./compare.ts";
import { opencode2 } from "./drivers/opencode.ts";
import { FIXTURE_PROJECT, placeFixture } from "./fixtures.ts";
import { findPrograms } from "./install.ts";
import { liveTests } from "./live-cases.ts";
import { createMachine } from "./machine.ts";
import { type ScriptedModel, startModel } from "./model/server.ts";
import { underOwnName } from "./other-versions.ts";
import { type AgentName, otherVersions } from "./programs.ts";
import { askAgain, PROBE } from "./record.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";
import type { SentItem } from "./sent/item.ts";

const program = (await findPrograms(otherVersions)).get("opencode2");
const skip =
  program === undefined &&
  "not run: OpenCode 2 is not installed; npm run test:agents -- --install does it";

/** A machine with OpenCode 2 under its own name, and a scripted model. */
async function createLab() {
  const folder = makeScratch();
  assert(program !== undefined);
  const model = await startModel();
  const agent = underOwnName(program, folder);
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

function withKeptResult(item: SentItem): SentItem {
  const { keptResult = String } = opencode2;
  return item.kind === "result" ? { ...item, text: keptResult(item.text) } : item;
}

/** Tools of calls in a session that have one of opencode's names, and that the program does not offer to its model. */
function unknownTools({ requests }: ScriptedModel, sent: readonly SentItem[]): readonly string[] {
  const request = requests.findLast(({ isErrand }) => !isErrand);
  const offered = JSON.stringify(request?.body.tools);
  const called = sent.flatMap((item) => (item.kind === "call" ? [item.name] : []));
  const isOwn = (name: string) => toolKindOf(name, opencode.tools) !== null;
  assert(called.some(isOwn));
  return called.filter((name) => isOwn(name) && !offered.includes(`"name":"${name}"`));
}

const test = liveTests("test/agents/opencode-2.test.ts", ["src/acp"]);

suite("a handoff to the real OpenCode 2", { skip }, () => {
  for (const [from, scenario] of SESSIONS) {
    const live = {
      name: `${from}'s session "${scenario}" is imported, shown, sent to the model and removed again`,
      key: `opencode2: ${from} ${scenario}`,
      agents: [from, "opencode"] as const,
    };
    test(live, async () => {
      const { machine, model, context, hand, count } = await createLab();
      try {
        const source = makeScratch();
        const { path: file, expected } = placeFixture(from, scenario, source);
        const { out, exit } = await hand({ from: path.join(source, file), prove: true });
        assert.deepEqual(out.proof?.findings, [], out.proof?.reason ?? "");
        assert.equal(out.proof?.state, "complete", out.proof?.reason ?? "");
        assert.equal(exit, 0);
        const [argv = []] = out.resume;
        const sent = await askAgain(model, () => machine.askThrough(argv, PROBE), machine);
        const folders = [[FIXTURE_PROJECT, context.cwd]];
        assert.deepEqual(missingItems(expected, sent.map(withKeptResult), { folders }), []);
        // Its own session keeps the names that it had, as the program itself keeps them.
        if (from !== "opencode") assert.deepEqual(unknownTools(model, sent), []);
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

  const own = {
    name: "its own session is read, and moves with calls and results",
    key: "opencode2: own",
    agents: ["opencode"] as const,
  };
  test(own, async () => {
    const { machine, model, context, hand } = await createLab();
    try {
      const call = opencode2.shell("echo ebb; exit 3");
      model.follow([{ parts: [{ text: "I look." }, { call }] }, { parts: [{ text: "Ebb." }] }]);
      const { code, stderr } = await machine.ask("Count the tides");
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
