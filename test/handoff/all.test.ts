import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { placeFixture } from "../agents/fixtures.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { growingSession } from "./growing-session.ts";

interface Output {
  readonly all: {
    readonly sessions: readonly {
      readonly agent: string;
      readonly state: string;
      readonly target: string | null;
      readonly messages: number;
      readonly tokens: number;
      readonly error: string | null;
    }[];
    readonly handed_over: number;
    readonly updated: number;
    readonly already: number;
    readonly failed: number;
  };
}

const NOW = new Date(Date.UTC(2026, 5, 1));

/** A machine with a session of Claude Code, one of pi and one of Codex. */
function machine() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const add = growingSession(home, cwd);
  add("Build the lamp", "The lamp is built");
  placeFixture("pi", "plain", home);
  placeFixture("codex", "plain", home);
  const context = { ...contextIn(cwd, () => NOW), agents: { home, env: { PATH: "/nonexistent" } } };
  const handoff = (input: object) =>
    runOperation<Output>(context, "handoff", { from: "claude", to: "gemini", all: true, ...input });
  return { home, cwd, add, context, handoff };
}

const chatsIn = (home: string) => fs.globSync(path.join(home, ".gemini/tmp/*/chats/*")).toSorted();

suite("handoff --all", () => {
  test("hands over every session of an agent, and by the next call nothing twice", async () => {
    const { home, handoff } = machine();
    const first = await handoff({});
    assert.deepEqual([first.exit, first.out.all.handed_over], [0, 1]);
    const chats = chatsIn(home);
    assert.equal(chats.length, 1);
    const second = await handoff({});
    assert.deepEqual([second.out.all.handed_over, second.out.all.already], [0, 1]);
    assert.equal(second.out.all.sessions[0]?.target, first.out.all.sessions[0]?.target);
    assert.deepEqual(chatsIn(home), chats);
  });

  test("takes the sessions of all agents in a folder, and none of the receiver's own", async () => {
    const { cwd, home, handoff } = machine();
    const { out } = await handoff({ from: home, to: "codex" });
    const agents = out.all.sessions.map(({ agent }) => agent);
    assert(agents.includes("claude") && !agents.includes("codex"));
    const elsewhere = path.join(cwd, "empty");
    fs.mkdirSync(elsewhere);
    assert.deepEqual((await handoff({ from: elsewhere })).out.all.sessions, []);
  });

  test("a dry run gives sizes and writes nothing", async () => {
    const { home, handoff } = machine();
    const { out } = await handoff({ "dry-run": true });
    const [row] = out.all.sessions;
    assert.deepEqual([row?.messages, row?.target], [2, null]);
    assert((row?.tokens ?? 0) > 0);
    assert.deepEqual(chatsIn(home), []);
  });

  test("--update hands over what is new of those that are there", async () => {
    const { add, handoff } = machine();
    await handoff({});
    add("Now paint it", "It is painted");
    assert.equal((await handoff({ update: true })).out.all.updated, 1);
    assert.equal((await handoff({ update: true })).out.all.already, 1);
  });

  test("--since leaves out sessions that were last written to before", async () => {
    const { home, handoff } = machine();
    const old = new Date(NOW.getTime() - 90 * 86_400_000);
    for (const file of fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))) {
      fs.utimesSync(file, old, old);
    }
    assert.deepEqual((await handoff({ since: "30d" })).out.all.sessions, []);
    assert.equal((await handoff({ since: "120d" })).out.all.handed_over, 1);
  });

  test("one session that fails does not stop the others, and the exit code is 1", async () => {
    const { home, handoff } = machine();
    // Claude Code names the folders of long paths in a way that only it knows.
    const long = path.join(home, "x".repeat(120), "y".repeat(120));
    fs.mkdirSync(long, { recursive: true });
    const [file = ""] = fs.globSync(path.join(home, ".codex/sessions/**/*.jsonl"));
    const id = "019fffff-0000-7000-8000-000000000001";
    const lines = fs.readFileSync(file, "utf8").replaceAll(/"cwd":"[^"]*"/g, `"cwd":"${long}"`);
    const own = /([0-9a-f-]{36})\.jsonl$/.exec(file)?.[1] ?? "";
    fs.writeFileSync(file.replace(own, id), lines.replaceAll(own, id));
    const { exit, out } = await handoff({ from: "codex", to: "claude" });
    assert.deepEqual([exit, out.all.failed, out.all.handed_over], [1, 1, 1]);
    const failed = out.all.sessions.find(({ state }) => state === "failed");
    assert.match(failed?.error ?? "", /^E_NOT_FOUND/);
  });

  test("refuses what is about one session, what is no agent or folder, and a path as receiver", async () => {
    const { handoff } = machine();
    const refused = [
      { session: "1111" },
      { prove: true },
      { "restore-dropped": "all" },
      { from: "nobody" },
      { to: "./page.md" },
      { to: "claude" },
    ];
    for (const input of refused) assert.equal(await codeOf(handoff(input)), "E_USAGE");
  });

  test("an empty home has nothing to hand over", async () => {
    const home = makeScratch();
    const context = { ...contextIn(home), agents: { home, env: {} } };
    const input = { from: "claude", to: "codex", all: true };
    const { exit, out } = await runOperation<Output>(context, "handoff", input);
    assert.deepEqual([exit, out.all.sessions], [0, []]);
  });
});
