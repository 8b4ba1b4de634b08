import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { receivingAgents } from "../../src/handoff/target.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { growingSession, SESSION } from "./growing-session.ts";

interface HandedOver {
  readonly session_id: string;
  readonly path: string;
  readonly conversation: { readonly messages: number } | null;
  readonly handoffs?: readonly { readonly continued: boolean }[];
  readonly update?: {
    readonly outcome: string;
    readonly earlier: string | null;
    readonly added: number | null;
  };
}

function machine() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const add = growingSession(home, cwd);
  add("Build the lamp", "The lamp is built");
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const handoff = async (input: object) =>
    (await runOperation<HandedOver>(context, "handoff", { from: SESSION, to: "codex", ...input }))
      .out;
  return { home, cwd, add, handoff };
}

const filesBelow = (folder: string) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    : [];

const textOf = (file: string) => fs.readFileSync(file, "utf8");

suite("handoff --update", async () => {
  for (const to of await receivingAgents()) {
    test(`gives ${to} what is new, in the same session where that is one file`, async () => {
      const { add, handoff } = machine();
      // What stays with its own agent moves with all its files.
      const first = await handoff({ to, ...(to === "claude" && { redact: true }) });
      add("Now paint it", "It is painted");
      const again = await handoff({ to, update: true, ...(to === "claude" && { redact: true }) });
      assert.equal(again.update?.earlier, first.session_id);
      assert.equal(again.update?.added, 2);
      const isOwnStore = ["opencode", "kilo", "goose", "grok"].includes(to);
      assert.equal(again.update?.outcome, isOwnStore ? "new session" : "extended");
      assert.equal(again.session_id === first.session_id, !isOwnStore);
      assert.equal(again.path === first.path, !isOwnStore);
      assert(textOf(again.path).includes("It is painted"));
      assert.equal(textOf(again.path).includes("The lamp is built"), !isOwnStore);
    });
  }

  test("writes nothing when nothing is new", async () => {
    const { handoff } = machine();
    const first = await handoff({});
    const before = fs.statSync(first.path).mtimeMs;
    const again = await handoff({ update: true });
    assert.equal(again.update?.outcome, "nothing new");
    assert.equal(fs.statSync(first.path).mtimeMs, before);
  });

  test("leaves a session that the receiver continued as it is, and hands over the new part", async () => {
    const { add, handoff } = machine();
    const first = await handoff({});
    fs.appendFileSync(first.path, '{"timestamp":"2026-03-01T13:00:00Z","type":"x","payload":{}}\n');
    const continued = textOf(first.path);
    add("Now paint it", "It is painted");
    const again = await handoff({ update: true });
    assert.equal(again.update?.outcome, "new session");
    assert.equal(again.update?.added, 2);
    assert.notEqual(again.session_id, first.session_id);
    assert.equal(again.conversation?.messages, 2);
    assert.equal(textOf(first.path), continued);
    assert(textOf(again.path).includes(`what came before is in session ${first.session_id}`));
    assert(!textOf(again.path).includes("The lamp is built"));
  });

  test("is taken back one by one, each to the bytes before it; then the session is removed", async () => {
    const { home, add, handoff } = machine();
    const first = await handoff({});
    const undo = () => handoff({ from: undefined, to: undefined, undo: "last" });
    const states: string[] = [];
    for (const texts of [
      ["Now paint it", "It is painted"],
      ["And sell it", "It is sold"],
    ]) {
      states.push(textOf(first.path));
      add(...texts);
      assert.equal((await handoff({ update: true })).update?.outcome, "extended");
    }
    for (const state of states.toReversed()) {
      await undo();
      assert.equal(textOf(first.path), state);
    }
    // What was taken back is new again.
    const again = await handoff({ update: true });
    assert.equal(again.update?.added, 4);
    await undo();
    assert.equal(textOf(first.path), states[0]);
    await undo();
    assert.deepEqual(filesBelow(path.join(home, ".codex")), []);
    assert.deepEqual(filesBelow(path.join(home, ".local/state/holdall/handoffs")), []);
  });

  test("keeps what is needed to take back the last five, and a dry run takes nothing back", async () => {
    const { home, add, handoff } = machine();
    const first = await handoff({});
    for (let count = 0; count < 7; count++) {
      add("And one more", `Lamp ${count}`);
      await handoff({ update: true });
    }
    const folder = path.join(home, ".local/state/holdall/handoffs");
    const kept = () => fs.readdirSync(folder).filter((name) => name.includes(".before-"));
    assert.equal(kept().length, 5);
    const undo = (more = {}) => handoff({ from: undefined, to: undefined, undo: "last", ...more });
    const now = textOf(first.path);
    await undo({ "dry-run": true });
    assert.equal(textOf(first.path), now);
    for (let count = 0; count < 5; count++) await undo();
    assert(textOf(first.path).includes("Lamp 1"));
    assert(!textOf(first.path).includes("Lamp 2"));
    assert.deepEqual(kept(), []);
    await undo();
    assert(!fs.existsSync(first.path));
  });

  test("is not taken back when the receiver has gone on, or when what was kept is damaged", async () => {
    const { home, add, handoff } = machine();
    const first = await handoff({});
    add("Now paint it", "It is painted");
    await handoff({ update: true });
    const undo = () => handoff({ from: undefined, to: undefined, undo: "last" });
    const updated = textOf(first.path);
    fs.appendFileSync(first.path, "{}\n");
    const list = async () =>
      (await handoff({ from: undefined, to: undefined, list: true })).handoffs?.[0]?.continued;
    const refusal = await undo().catch((error: unknown) => error);
    assert(refusal instanceof HoldallError);
    assert.equal(refusal.code, "E_PROTECTED");
    assert(refusal.cure?.includes(`holdall handoff ${first.session_id} AGENT`), refusal.cure);
    assert.equal(await list(), true);
    fs.writeFileSync(first.path, updated);
    assert.equal(await list(), false);
    const folder = path.join(home, ".local/state/holdall/handoffs", `${first.session_id}.before-1`);
    for (const name of fs.readdirSync(folder)) fs.appendFileSync(path.join(folder, name), "{}\n");
    assert.equal(await codeOf(undo()), "E_NOT_FOUND");
    assert.equal(textOf(first.path), updated);
  });

  test("a killed update leaves a session that can be undone and updated", async () => {
    const { home, add, handoff } = machine();
    const first = await handoff({});
    const records = path.join(home, ".local/state/holdall/handoffs");
    const record = path.join(records, `${first.session_id}.json`);
    const before = textOf(record);
    add("Now paint it", "It is painted");
    await handoff({ update: true });
    // As the record is between the two writes of it: the file is new, the rest is old.
    const next = JSON.parse(textOf(record)).made.at(-1).sha256;
    const old = JSON.parse(before);
    old.made.at(-1).next = next;
    fs.writeFileSync(record, JSON.stringify(old));
    const again = await handoff({ update: true });
    assert.equal(again.update?.outcome, "extended");
    const undo = () => handoff({ from: undefined, to: undefined, undo: first.session_id });
    await undo();
    await undo();
    assert(!fs.existsSync(first.path));
  });

  test("hands over as usual what was not handed over before", async () => {
    const { handoff } = machine();
    const out = await handoff({ update: true });
    assert.equal(out.update?.outcome, "first handoff");
    assert(fs.existsSync(out.path));
  });

  test("a dry run names what would happen, and changes nothing", async () => {
    const { add, handoff } = machine();
    const first = await handoff({});
    add("Now paint it", "It is painted");
    const before = textOf(first.path);
    const out = await handoff({ update: true, "dry-run": true });
    assert.equal(out.update?.outcome, "extended");
    assert.equal(textOf(first.path), before);
  });

  test("is refused for a path, and together with --since and --until", async () => {
    const { handoff } = machine();
    for (const input of [{ to: "./page.md" }, { since: "#1" }, { until: "#1" }]) {
      assert.equal(await codeOf(handoff({ update: true, ...input })), "E_USAGE");
    }
  });
});
