/** `handoff --all`, and each session that it wrote continued by the real program. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { suite, test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { growingSession } from "../handoff/growing-session.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { placeFixture } from "./fixtures.ts";
import { findAgents } from "./install.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { askAgain, PROBE } from "./record.ts";

const installed = await findAgents();

suite("handoff --all with the real programs", () => {
  // Two with files and two with more than one file or a database: those that start quickly.
  for (const name of ["codex", "pi", "goose", "grok"] as const) {
    const receiver = installed.get(name);
    const skip = receiver === undefined && `not run: ${name} is not installed`;
    test(`${name} continues every session that it got, and no session is handed over twice`, {
      skip,
    }, async () => {
      assert(receiver !== undefined);
      const model = await startModel();
      try {
        const machine = createMachine(makeScratch(), receiver, { model });
        const { home, project, env } = machine;
        placeFixture("claude", "parallel", home);
        growingSession(home, project)("Build the lamp", "The lamp is built");
        const context = { ...contextIn(fs.realpathSync(project)), agents: { home, env } };
        const input = { from: "claude", to: name, all: true };
        const handOver = () => runOperation<HandoffOutput>(context, "handoff", input);
        const { out } = await handOver();
        const targets = out.all?.sessions.map(({ target }) => target) ?? [];
        assert.deepEqual([targets.length, out.all?.handed_over], [2, 2]);
        const texts: string[] = [];
        const agent = await loadAgent(name);
        for (const target of targets) {
          let found = null;
          for await (const each of agent.find({ home, env })) if (each.id === target) found = each;
          assert(found !== null, `session ${target} is not in the store of ${name}`);
          const ask = () => machine.resume(found, PROBE);
          texts.push(JSON.stringify(await askAgain(model, ask, machine)));
        }
        const holders = (wanted: string) => texts.filter((text) => text.includes(wanted)).length;
        const wanted = ["The lamp is built", "pump-fine", "valve-stuck", PROBE];
        assert.deepEqual(wanted.map(holders), [1, 1, 1, 2]);
        const again = await handOver();
        assert.deepEqual([again.out.all?.handed_over, again.out.all?.already], [0, 2]);
      } finally {
        await model.close();
      }
    });
  }
});
