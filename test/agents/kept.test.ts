/** Sessions of all real programs in one home are kept, the home is lost, and every program resumes what came back. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite } from "node:test";
import type { Restored } from "../../src/keep/restore/restore-kept.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { missingItems } from "./compare.ts";
import { findAgents, type InstalledAgent } from "./install.ts";
import { liveTests } from "./live-cases.ts";
import { createMachine, type Machine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { agentNames } from "./programs.ts";
import { askAgain, PROBE, type Recording, recordScenario } from "./record.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

const installed = await findAgents();
const gone = agentNames.filter((name) => !installed.has(name));
const skip =
  gone.length > 0 &&
  `not run: ${gone.join(", ")} not installed; npm run test:agents -- --install does it`;

/** All programs take minutes: on one day of four each is tried with some others in one home. */
const PARTS = 4;

/** Keeps in a backup outside of the home, and restores from there. */
function createKeeping(folder: string, environment: Pick<Machine, "home" | "env">) {
  const { home, env } = environment;
  const context = { ...contextIn(folder), agents: { home, env } };
  const backup = path.join(folder, "kept");
  return {
    keep: () => runOperation<{ sessions: number }>(context, "keep now", { to: backup }),
    restore: async (input: object) => {
      const { out } = await runOperation<{ sessions: readonly Restored[] }>(
        context,
        "keep restore",
        { from: backup, ...input },
      );
      return out.sessions;
    },
  };
}

async function record(agent: InstalledAgent, scenario: ScenarioName, folder: string) {
  const recording = await recordScenario(agent, scenario, folder);
  assert.ok("session" in recording, "it has such a session");
  return recording;
}

/** What a session had that its program does not send when it resumes it, under the id that it has now. */
async function missingWhenResumed(
  { machine: { agent }, session, expected }: Recording,
  folder: string,
  id = session.id,
) {
  const model = await startModel();
  try {
    const machine = createMachine(folder, agent, { model });
    const resume = () => machine.resume({ ...session, id }, PROBE);
    const sent = await askAgain(model, resume, machine);
    return missingItems(expected, sent, { folders: [] });
  } finally {
    await model.close();
  }
}

const test = liveTests("test/agents/kept.test.ts", ["src/keep", "src/backup"]);

suite("sessions of the real programs that were lost", { skip }, () => {
  for (let part = 0; part < PARTS; part++) {
    const names = agentNames.filter((_name, index) => index % PARTS === part);
    const own = {
      name: `${names.join(", ")} resume their own after the whole home was restored`,
      key: `kept: part ${part + 1}`,
      agents: names,
    };
    test(own, async () => {
      const folder = makeScratch();
      const recordings: Recording[] = [];
      for (const name of names) {
        const agent = installed.get(name);
        assert.ok(agent);
        recordings.push(await record(agent, "plain", folder));
      }
      const home = path.join(folder, "home");
      const { keep, restore } = createKeeping(folder, { home, env: {} });
      assert.equal((await keep()).out.sessions, recordings.length);
      fs.rmSync(home, { recursive: true });
      const restored = await restore({ all: true });
      assert.deepEqual(
        restored.map(({ agent, id, state }) => [agent, id, state]).sort(),
        recordings
          .map(({ machine, session }) => [machine.agent.name, session.id, "restored"])
          .sort(),
      );
      for (const recording of recordings) {
        const missing = await missingWhenResumed(recording, folder);
        assert.deepEqual(missing, [], recording.machine.agent.name);
      }
    });
  }

  const deleted = {
    name: "what Claude Code deleted is found by its words, and Codex goes on with it",
    key: "kept: deleted",
    agents: ["claude", "codex"] as const,
  };
  test(deleted, async () => {
    const claude = installed.get("claude");
    const codex = installed.get("codex");
    assert.ok(claude && codex);
    const folder = makeScratch();
    const { machine, expected, session } = await record(claude, "plain", folder);
    const { home, env, project } = machine;
    const context = { ...contextIn(fs.realpathSync(project)), agents: { home, env } };
    await runOperation(context, "keep now");
    fs.rmSync(path.join(home, ".claude"), { recursive: true });
    const asked = { words: ["seventeen", "apple", "trees"] };
    const { out } = await runOperation(context, "search", asked);
    assert.ok(JSON.stringify(out).includes(session.id));
    const model = await startModel();
    try {
      const receiver = createMachine(folder, codex, { model });
      const handed = await runOperation<{ resume: readonly (readonly string[])[] }>(
        { ...context, agents: { home, env: receiver.env } },
        "handoff",
        { from: session.id, to: "codex" },
      );
      const [argv = []] = handed.out.resume;
      const sent = await askAgain(model, () => receiver.askThrough(argv, PROBE), receiver);
      assert.deepEqual(missingItems(expected, sent, { folders: [] }), []);
    } finally {
      await model.close();
    }
  });

  // Kilo is made from opencode and gets its sessions by the same code.
  for (const name of ["opencode", "goose"] as const) {
    const one = {
      name: `${name} gets one session back into a database that it works in`,
      key: `kept: ${name}`,
      agents: [name],
    };
    test(one, async () => {
      const agent = installed.get(name);
      assert.ok(agent);
      const folder = makeScratch();
      // Goose numbers the sessions of a day: the lost one is not the first.
      if (name === "goose") await record(agent, "failing", folder);
      const lost = await record(agent, "plain", folder);
      const { home, env } = lost.machine;
      const { keep, restore } = createKeeping(folder, { home, env });
      await keep();
      fs.rmSync(home, { recursive: true });
      const other = await record(agent, "failing", folder);
      const [row] = await restore({ sessions: [lost.session.id] });
      assert.equal(row?.state, "moved", row?.reason ?? "");
      assert.deepEqual(await missingWhenResumed(lost, folder, row?.id), []);
      assert.deepEqual(await missingWhenResumed(other, folder), []);
      if (name === "goose") return; // It gives the session an id of its own.
      // It went on: what was kept is older, and nothing of it is written over the newer one.
      await assert.rejects(restore({ sessions: [lost.session.id] }), { code: "E_PROTECTED" });
    });
  }
});
