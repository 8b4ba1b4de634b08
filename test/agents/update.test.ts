/** A session that grows is handed to real programs again and again. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { suite } from "node:test";
import { growingSession, SESSION } from "../handoff/growing-session.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { findAgents } from "./install.ts";
import { liveTests } from "./live-cases.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { type AgentName, agentNames } from "./programs.ts";
import { askAgain, PROBE } from "./record.ts";

interface HandedOver {
  readonly session_id: string;
  readonly resume: readonly (readonly string[])[];
  readonly update?: { readonly outcome: string };
}

/** Agents whose sessions are in a database or consist of several files: what is new goes to another session. */
const notExtended: readonly AgentName[] = ["opencode", "kilo", "goose", "grok"];

const installed = await findAgents();
const test = liveTests("test/agents/update.test.ts", []);

suite("handoff --update with the real programs", () => {
  for (const name of agentNames.filter((each) => each !== "claude")) {
    const receiver = installed.get(name);
    const skip = receiver === undefined && `not run: ${name} is not installed`;
    const isExtended = !notExtended.includes(name);
    const live = {
      name: `${name} resumes the updated session${isExtended ? ", and after it went on a new one" : ""}`,
      key: `update: ${name}`,
      agents: ["claude", name] as const,
      skip,
    };
    test(live, async () => {
      assert(receiver !== undefined);
      const model = await startModel();
      try {
        const machine = createMachine(makeScratch(), receiver, { model });
        const { home, project, env } = machine;
        const add = growingSession(home, project);
        const context = { ...contextIn(fs.realpathSync(project)), agents: { home, env } };
        const hand = async (update: boolean) => {
          const input = { from: SESSION, to: name, update };
          return (await runOperation<HandedOver>(context, "handoff", input)).out;
        };
        const resume = async ({ resume: [argv = []] }: HandedOver) => {
          const sent = await askAgain(model, () => machine.askThrough(argv, PROBE), machine);
          const text = JSON.stringify(sent);
          assert(text.includes(PROBE));
          return (wanted: string) => text.split(wanted).length - 1;
        };
        add("Build the lamp", "The lamp is built");
        const first = await hand(false);
        add("Now paint it", "It is painted in green");
        const updated = await hand(true);
        assert.equal(updated.update?.outcome, isExtended ? "extended" : "new session");
        assert.equal(updated.session_id === first.session_id, isExtended);
        const count = await resume(updated);
        const before = isExtended ? 1 : 0;
        assert.deepEqual(
          [count("The lamp is built"), count("It is painted in green")],
          [before, 1],
        );

        // The next one gets a session of its own, too.
        if (!isExtended) return;
        add("And sell it", "It is sold to Rosa");
        const other = await hand(true);
        assert.equal(other.update?.outcome, "new session");
        assert.notEqual(other.session_id, first.session_id);
        const later = await resume(other);
        assert.deepEqual([later("The lamp is built"), later("It is sold to Rosa")], [0, 1]);
      } finally {
        await model.close();
      }
    });
  }
});
