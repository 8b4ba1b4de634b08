/** A session that grows is handed to real programs again and again. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { suite, test } from "node:test";
import { growingSession, SESSION } from "../handoff/growing-session.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { findAgents } from "./install.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { askAgain, PROBE } from "./record.ts";

interface HandedOver {
  readonly session_id: string;
  readonly resume: readonly (readonly string[])[];
  readonly update?: { readonly outcome: string };
}

const installed = await findAgents();

suite("handoff --update with the real programs", () => {
  for (const name of ["codex", "pi"] as const) {
    const receiver = installed.get(name);
    const skip = receiver === undefined && `not run: ${name} is not installed`;
    test(`${name} resumes the extended session, and after it went on a new one`, {
      skip,
    }, async () => {
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
        const extended = await hand(true);
        assert.equal(extended.update?.outcome, "extended");
        assert.equal(extended.session_id, first.session_id);
        const count = await resume(extended);
        assert.deepEqual([count("The lamp is built"), count("It is painted in green")], [1, 1]);

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
