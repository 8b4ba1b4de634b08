/** Sessions that an agent's own server shows: listed, shown, imported, handed over; and servers that mean no good. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { listShownSessions } from "../../src/acp/list-sessions.ts";
import { loadSession } from "../../src/acp/load-session.ts";
import { withConnection } from "../../src/acp/open-connection.ts";
import { HoldallError } from "../../src/base/errors.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

const home = fs.realpathSync(makeScratch());
const cwd = path.join(home, "orchard");
const store = path.join(home, ".pear-box");
const settings = makeScratch();
fs.mkdirSync(cwd);
fs.mkdirSync(store);
fs.writeFileSync(path.join(store, "session.json"), "pears");
fs.symlinkSync(path.join(home, "elsewhere"), path.join(store, "link"));
fs.writeFileSync(path.join(home, "elsewhere"), "not copied");
writeUserConfig(settings, "{}");

const LISTED = [
  { sessionId: "s-1", cwd, title: "Count the pears", updatedAt: "2026-03-04T05:06:07Z" },
  { sessionId: "s-2", cwd: "/elsewhere", title: "Count the apples" },
];
const SHOWN = [
  { sessionUpdate: "user_message_chunk", content: { type: "text", text: "Count the pears." } },
  { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "I look." } },
  {
    sessionUpdate: "tool_call",
    toolCallId: "c1",
    title: "bash",
    kind: "execute",
    status: "pending",
    rawInput: { command: "wc -l pears.txt" },
  },
  {
    sessionUpdate: "tool_call_update",
    toolCallId: "c1",
    status: "completed",
    content: [{ type: "content", content: { type: "text", text: "12 pears.txt" } }],
  },
  { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Twelve." } },
];

/** A program that speaks the protocol; `answers` is code of its own for single methods. */
function createServer(name: string, answers: string): string {
  const file = path.join(makeScratch(), name);
  const code = `#!/usr/bin/env node
    const fs = require("node:fs");
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    const show = (update, sessionId = "s-1") => send({ method: "session/update", params: { sessionId, update } });
    const introduce = (id, more = {}) => send({ id, result: { protocolVersion: 1,
      agentInfo: { name: "pear", version: "1.2.3" },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} }, ...more } } });
    const SHOWN = ${JSON.stringify(SHOWN)};
    const answers = {
      initialize: ({ id }) => introduce(id),
      "session/list": ({ id }) => send({ id, result: { sessions: ${JSON.stringify(LISTED)} } }),
      "session/load": ({ id }) => { SHOWN.forEach((update) => show(update)); send({ id, result: {} }); },
      ${answers}
    };
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const message = JSON.parse(line);
      answers[message.method]?.(message);
    });`;
  fs.writeFileSync(file, code, { mode: 0o755 });
  return file;
}

/** It takes what it finds in its home, and leaves a mark there. */
const HONEST = `
  "session/load": ({ id, params }) => {
    const folder = process.env.HOME + "/.pear-box/";
    const text = fs.readFileSync(folder + "session.json", "utf8");
    if (fs.existsSync(folder + "link")) show({ ...SHOWN[0], content: { type: "text", text: "LINK" } });
    fs.writeFileSync(folder + "session.json", "changed by loading");
    fs.writeFileSync(folder + "new", params.cwd);
    if (text === "pears") SHOWN.forEach((update) => show(update));
    show(SHOWN[0], "another session");
    send({ id, result: {} });
  },`;

const notes: string[] = [];
const context = {
  ...contextIn(cwd, () => new Date("2026-03-04T06:06:07Z")),
  agents: { home, env: { PATH: process.env.PATH } },
  note: (text: string) => void notes.push(text),
};
const pear = createServer("pear-acp", HONEST);

test("sessions --acp lists what a server lists, of this folder or of all", async () => {
  const { out } = await runOperation<{
    sessions: readonly { id: string; title: string; modified_at: string | null }[];
    agent: string;
    elsewhere: number;
  }>(context, "sessions", { acp: pear });
  assert.deepEqual([out.agent, out.elsewhere], ["pear", 1]);
  const [first] = out.sessions;
  assert.deepEqual([first?.id, first?.modified_at], ["s-1", "2026-03-04T05:06:07.000Z"]);
  const all = await runOperation<typeof out>(context, "sessions", { acp: pear, all: true });
  assert.deepEqual(
    all.out.sessions.map(({ id, modified_at }) => [id, modified_at === null]),
    [
      ["s-1", false],
      ["s-2", true],
    ],
  );
});

test("sessions --acp refuses what only stores can answer, instead of ignoring it", async () => {
  for (const option of [{ agent: "claude" }, { runs: true }]) {
    const run = runOperation(context, "sessions", { acp: pear, ...option });
    assert.equal(await codeOf(run), "E_USAGE");
  }
});

test("show and handoff --acp read a session from a copy, and report what the protocol does not carry", async () => {
  const shown = await runOperation<{ agent: string; title: string; total: number }>(
    context,
    "show",
    { what: "s-1", acp: pear },
  );
  const { agent, title, total } = shown.out;
  assert.deepEqual([agent, title, total], ["pear", "Count the pears", 4]);
  const { out } = await runOperation<HandoffOutput>(context, "handoff", {
    from: "last",
    to: "codex",
    acp: pear,
  });
  assert.deepEqual([out.conversation?.messages, out.conversation?.calls], [3, 1]);
  assert.ok(out.loss?.items.some(({ why }) => /^times not shown/.test(why)));
  assert.ok(out.loss?.items.some(({ why }) => /"bash" renamed to "exec_command"/.test(why)));
  assert.deepEqual(fs.readdirSync(store), ["link", "session.json"]);
  assert.equal(fs.readFileSync(path.join(store, "session.json"), "utf8"), "pears");
  assert.deepEqual(notes, []);
});

test("a name of acp_servers is a source, which import takes as well", async () => {
  await runOperation(context, "init", {});
  const server = { orchard: { command: [pear], folders: [".pear-box"] } };
  writeUserConfig(settings, JSON.stringify({ acp_servers: server }));
  const { out } = await runOperation<{ messages: number; agent: string; thread_id: string }>(
    context,
    "import",
    { from: "orchard" },
  );
  assert.deepEqual([out.agent, out.messages], ["acp:orchard", 1]);
  writeUserConfig(settings, JSON.stringify({ acp_servers: { gemni: { command: [pear] } } }));
  const run = runOperation(context, "sessions", { acp: pear });
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof HoldallError && error.code === "E_SHAPE");
    assert.match(
      error.message,
      /config\.yaml: line 1: "gemni" is no agent; did you mean "gemini"\?/,
    );
    return true;
  });
  writeUserConfig(settings, "{}");
});

test("a server whose files are not known is started only with --acp-live", async () => {
  const unknown = createServer("plum-acp", "");
  assert.equal(await codeOf(runOperation(context, "sessions", { acp: unknown })), "E_NOT_FOUND");
  const live = { acp: pear, "acp-live": true, what: "last" };
  await runOperation(context, "show", live);
  assert.equal(fs.readFileSync(path.join(store, "new"), "utf8"), cwd);
  assert.equal(
    await codeOf(runOperation(context, "show", { acp: pear, what: "s-" })),
    "E_NOT_FOUND",
  );
});

/** What goes wrong with a server, and what is said of it. */
const HOSTILE: readonly (readonly [name: string, answers: string, message: RegExp])[] = [
  [
    "exits at once",
    "initialize: () => { console.error('no licence'); process.exit(3); },",
    /code 3: no licence/,
  ],
  ["never answers", "initialize: () => {},", /no answer to initialize/],
  [
    "sends an endless line",
    "initialize: () => { const write = () => { while (process.stdout.write('x'.repeat(1e6))); process.stdout.once('drain', write); }; write(); },",
    /more than \d+ bytes/,
  ],
  [
    "refuses",
    '"session/load": ({ id }) => send({ id, error: { code: -32000, message: "log in first" } }),',
    /log in first/,
  ],
  [
    "cannot load",
    "initialize: ({ id }) => introduce(id, { loadSession: false }),",
    /cannot load sessions/,
  ],
  [
    "ends while it shows",
    '"session/load": ({ id }) => { send({ id, result: {} }); show(SHOWN[0]); setTimeout(() => process.exit(0), 50); },',
    /ended while it showed/,
  ],
  [
    "answers with other ids",
    '"session/load": ({ id }) => send({ id: id + 1, result: {} }),',
    /no answer to session\/load/,
  ],
];

for (const [name, answers, message] of HOSTILE) {
  test(`loadSession() ends a server that ${name}`, async () => {
    const pid = path.join(makeScratch(), "pid");
    const program = createServer(
      "server",
      `${answers}[fs.writeFileSync(${JSON.stringify(pid)}, String(process.pid))]: 0,`,
    );
    const order = { program, args: [], variables: [], cwd };
    const request = { server: order, session_id: "s-1", cwd, timeoutMs: 5000, onUpdate: () => {} };
    await assert.rejects(loadSession(request), message);
    assert.throws(() => process.kill(Number(fs.readFileSync(pid, "utf8")), 0), { code: "ESRCH" });
  });
}

test("listShownSessions() refuses pages without end and lists that are none, and passes over bad entries", async () => {
  const list = (answer: string) =>
    withConnection(
      {
        server: {
          program: createServer(
            "server",
            `"session/list": ({ id }) => send({ id, result: ${answer} }),`,
          ),
          args: [],
          variables: [],
          cwd,
        },
      },
      (connection) => listShownSessions(connection, cwd),
    );
  await assert.rejects(list('{ sessions: [], nextCursor: "again" }'), /does not end/);
  await assert.rejects(list("{ sessions: 7 }"), /is no list/);
  const entries = await list(
    '{ sessions: [null, { sessionId: "" }, { sessionId: "a", cwd: 7, updatedAt: "x" }] }',
  );
  assert.deepEqual(entries, [{ id: "a", cwd: null, title: null, updated_at: null }]);
});
