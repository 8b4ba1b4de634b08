import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SESSION = "11111111-2222-4333-8444-555555555555";
const RULE = "Never switch the lamp on before the fuse was checked";
const SUMMARY = `This session is being continued from a previous conversation. ${"The user builds a lamp controller, and the work goes on as planned. ".repeat(10)}`;

/** A machine with a session of Claude Code that was compacted with a poor summary. */
function machine() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const folder = path.join(home, ".claude", "projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
  fs.mkdirSync(folder, { recursive: true });
  const common = { isSidechain: false, userType: "external", cwd, sessionId: SESSION };
  const user = (content: string, more: object = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...more,
  });
  const assistant = (id: string, text: string) => ({
    type: "assistant",
    message: { role: "assistant", id, content: [{ type: "text", text }] },
  });
  const records = [
    user("Build the controller."),
    assistant("m1", "It is built."),
    user(`${RULE}.`),
    assistant("m2", "That is clear."),
    { type: "system", subtype: "compact_boundary", content: "Conversation compacted" },
    user(SUMMARY, { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    user("Now paint it."),
  ].map((record, index) => ({
    ...common,
    parentUuid: index === 0 || index === 4 ? null : `u${index}`,
    uuid: `u${index + 1}`,
    version: "2.1.100",
    timestamp: new Date(Date.UTC(2026, 2, 1, 12, index)).toISOString(),
    ...record,
  }));
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  fs.writeFileSync(path.join(folder, `${SESSION}.jsonl`), lines.join(""));
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const handoff = (input: object) =>
    runOperation<{ readonly path: string; readonly notes: readonly string[] }>(context, "handoff", {
      from: SESSION,
      to: "codex",
      ...input,
    });
  return { context, cwd, handoff };
}

interface Shown {
  readonly items: readonly unknown[];
  readonly dropped: {
    readonly compaction: { readonly number: number };
    readonly items: readonly { readonly kind: string; readonly number: number }[];
  };
}

suite("show --dropped and handoff --restore-dropped", () => {
  test("show lists what was dropped in place of the items", async () => {
    const { context } = machine();
    const { out } = await runOperation<Shown>(context, "show", { what: SESSION, dropped: true });
    assert.deepEqual(out.items, []);
    const places = out.dropped.items.map(({ kind, number }) => [kind, number]);
    assert.deepEqual(places, [["decision", 3]]);
    assert.equal(out.dropped.compaction.number, 5);
    const both = runOperation(context, "show", { what: SESSION, dropped: true, tools: true });
    assert.equal(await codeOf(both), "E_USAGE");
  });

  for (const wanted of ["all", "3", "#3"]) {
    test(`the note of a handoff contains what was dropped (${wanted})`, async () => {
      const { handoff } = machine();
      const without = await handoff({});
      assert(!fs.readFileSync(without.out.path, "utf8").includes(RULE));
      const { out } = await handoff({ "restore-dropped": wanted });
      assert(fs.readFileSync(out.path, "utf8").includes(`decided (#3): ${RULE}`));
    });
  }

  test("a session that stays with its agent is written again, with the note", async () => {
    const { handoff } = machine();
    const { out } = await handoff({ to: "claude", "restore-dropped": "all" });
    assert(fs.readFileSync(out.path, "utf8").includes(`decided (#3): ${RULE}`));
  });

  test("a page contains it as well, and nothing else takes it", async () => {
    const { cwd, handoff } = machine();
    await handoff({ to: "./page.md", "restore-dropped": "all" });
    assert(fs.readFileSync(path.join(cwd, "page.md"), "utf8").includes(RULE));
    for (const to of ["./bundle", "./trajectory.json"]) {
      assert.equal(await codeOf(handoff({ to, "restore-dropped": "all" })), "E_USAGE");
    }
  });

  test("a number at which nothing was dropped is refused, and so are other words", async () => {
    const { handoff } = machine();
    assert.equal(await codeOf(handoff({ "restore-dropped": "2" })), "E_NOT_FOUND");
    assert.equal(await codeOf(handoff({ "restore-dropped": "both" })), "E_USAGE");
    const part = handoff({ "restore-dropped": "all", since: "#1" });
    assert.equal(await codeOf(part), "E_USAGE");
  });
});
