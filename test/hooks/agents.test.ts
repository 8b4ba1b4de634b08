import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Machine } from "../agents/machine.ts";
import type { ScriptedModel } from "../agents/model/server.ts";
import { shell } from "../agents/scenarios/tools.ts";
import { askCodex, FACT, prepare, sent, skipOf, trustIn } from "./agent-machine.ts";

const timesIn = (text: string, part: string) => text.split(part).length - 1;

/** Asks and asks again in the same session; each time the model is given the fact once, and no more. */
async function askTwice(model: ScriptedModel, machine: Machine) {
  model.follow([{ parts: [{ text: "I know." }] }, { parts: [{ text: "Still." }] }]);
  assert.equal((await machine.ask("What do you know?")).code, 0);
  assert.equal(timesIn(sent(model), FACT), 1);
  const session = machine.session();
  assert.ok(session);
  const second = model.requests.length;
  assert.equal((await machine.resume(session, "And now?")).code, 0);
  assert.equal(timesIn(sent(model, second), FACT), 1, sent(model, second).slice(0, 3000));
  return session;
}

/** The agent that wrote the newest checkpoint. */
function checkpointBy(listed: Record<string, unknown>): unknown {
  return Object(Object(listed).sessions)[0]?.agent_id;
}

test("Claude Code gives its model the state once, and again after a compaction that we recorded", {
  skip: skipOf("claude"),
}, async () => {
  const { model, machine, run } = await prepare("claude");
  const session = await askTwice(model, machine);

  model.follow([
    { parts: [{ text: "<summary>They spoke.</summary>" }] },
    { parts: [{ text: "Yes." }] },
  ]);
  assert.equal(checkpointBy(run("session", "list").json), "ada");
  await machine.resume(session, "/compact");
  assert.equal(checkpointBy(run("session", "list").json), "claude");
  const third = model.requests.length;
  assert.equal((await machine.resume(session, "Where were we?")).code, 0);
  assert.match(sent(model, third), new RegExp(FACT));
  assert.match(sent(model, third), /wind the clock/);
});

test("Codex gives its model the state once, and only after a review that hooks status asks for", {
  skip: skipOf("codex"),
}, async () => {
  const { model, machine, run } = await prepare("codex");
  model.follow([{ parts: [{ text: "No." }] }]);
  await machine.ask("What do you know?");
  assert.equal(timesIn(sent(model), FACT), 0, "an unreviewed hook does not run");
  const status = run("hooks", "status", "--codex");
  assert.equal(status.code, 1);
  assert.ok((status.json.hooks as { runs: boolean }[]).every(({ runs }) => !runs));

  const second = model.requests.length;
  model.follow([{ parts: [{ text: "I know." }] }, { parts: [{ text: "Still." }] }]);
  assert.equal((await askCodex(machine, "What do you know?")).code, 0);
  assert.equal(timesIn(sent(model, second), FACT), 1);
  const third = model.requests.length;
  const session = machine.session();
  assert.ok(session);
  assert.equal((await askCodex(machine, "And now?", "resume", session.id)).code, 0);
  assert.equal(timesIn(sent(model, third), FACT), 1, "a resume must not add it again");
});

test("Codex lets us record the state before it compacts", { skip: skipOf("codex") }, async () => {
  const { model, machine, run } = await prepare("codex", { compactsEarly: true });
  model.follow([
    {
      parts: [{ text: "A summary of all." }],
      when: /CONTEXT CHECKPOINT COMPACTION|handoff summary/,
    },
    {
      parts: [{ text: "I look." }, { call: shell.codex("printf tick") }],
      usage: { input: 5000, output: 50 },
    },
    { parts: [{ text: "Done." }] },
  ]);
  assert.equal((await askCodex(machine, "Is it wound?")).code, 0);
  assert.equal(checkpointBy(run("session", "list").json), "codex");
  const last = JSON.stringify(model.requests.at(-1)?.body);
  assert.match(last, /A summary of all/);
  assert.match(last, new RegExp(FACT), "what was compacted away is restored");
});

test("Claude Code's own transcript proposes claims before it compacts, and none is in force", {
  skip: skipOf("claude"),
}, async () => {
  const { model, machine, run } = await prepare("claude");
  model.follow([{ parts: [{ text: "Noted." }] }]);
  const message = "Always cache listings for 90 seconds. Never cache prices. Go on.";
  assert.equal((await machine.ask(message)).code, 0);
  const session = machine.session();
  assert.ok(session);
  assert.doesNotMatch(JSON.stringify(run("state", "show").json), /90 seconds/);
  model.follow([
    { parts: [{ text: "<summary>They spoke.</summary>" }] },
    { parts: [{ text: "Yes." }] },
  ]);
  await machine.resume(session, "/compact");
  const waiting = JSON.stringify(run("state", "review").json);
  for (const part of ["cache listings for 90 seconds", "Never cache prices"]) {
    assert.ok(waiting.includes(part), `${part} in ${waiting}`);
    assert.ok(!JSON.stringify(run("state", "show").json).includes(part), part);
  }
  assert.equal(checkpointBy(run("session", "list").json), "claude");
  assert.equal((await machine.resume(session, "Where were we?")).code, 0);
  assert.equal(fs.existsSync(path.join(machine.project, ".holdall/hooks.log")), false);
});

test("Gemini CLI gives its model the state when a session begins, and when it is resumed", {
  skip: skipOf("gemini"),
}, async () => {
  const { model, machine } = await prepare("gemini");
  await askTwice(model, machine);
});

for (const name of ["opencode", "pi"] as const) {
  test(`${name} gives its model the state in every request of a session, and when it is resumed`, {
    skip: skipOf(name),
  }, async () => {
    const { model, machine } = await prepare(name);
    await askTwice(model, machine);
  });
}

test("pi runs the hooks of a project that its user trusts, and hooks status says so", {
  skip: skipOf("pi"),
}, async () => {
  const { model, machine, run } = await prepare("pi", { trusts: false });
  const status = () => {
    const { code, json } = run("hooks", "status", "--pi");
    return [code, (json.hooks as { runs: boolean }[]).map(({ runs }) => runs)];
  };
  assert.deepEqual(status(), [1, [false, false]]);
  model.follow([{ parts: [{ text: "I know nothing." }] }]);
  await machine.ask("What do you know?");
  assert.equal(timesIn(sent(model), FACT), 0);
  trustIn(machine);
  assert.deepEqual(status(), [0, [true, true]]);
  const before = model.requests.length;
  model.follow([{ parts: [{ text: "I know." }] }]);
  await machine.ask("And now?");
  assert.equal(timesIn(sent(model, before), FACT), 1);
});

test("pi lets us record the state before it compacts", { skip: skipOf("pi") }, async () => {
  const { model, machine, run } = await prepare("pi");
  // So much is kept free that every answer is followed by a compaction.
  const compaction = { enabled: true, reserveTokens: 127_000, keepRecentTokens: 1 };
  const settings = path.join(machine.home, ".pi/agent/settings.json");
  fs.writeFileSync(settings, JSON.stringify({ compaction }));
  const usage = { input: 127_000, output: 100 };
  model.follow([
    { parts: [{ text: "It is wound." }], usage },
    { parts: [{ text: "A summary of all." }] },
  ]);
  await machine.ask("Is it wound?");
  model.follow([
    { parts: [{ text: "Still." }], usage },
    { parts: [{ text: "A summary of all." }] },
  ]);
  const session = machine.session();
  assert.ok(session);
  await machine.resume(session, "And now?");
  assert.equal(checkpointBy(run("session", "list").json), "pi");
});
