/** `handoff --prove` with the real programs: what the receiver itself shows of a session that it got. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { loadAgent, agents as registry } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";
import { writeConfiguration } from "./drivers/files.ts";
import { placeFixture } from "./fixtures.ts";
import { agentCache, findAgents, findPrograms, type InstalledAgent } from "./install.ts";
import { liveTests } from "./live-cases.ts";
import { underOwnName } from "./other-versions.ts";
import { type AgentName, acpServers, type OtherName, otherVersions } from "./programs.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

const agents = await findAgents();
/** Where Copilot CLI unpacks itself. */
const copilotCache = path.join(agentCache(), "copilot-unpacked");
const servers = await findPrograms(acpServers);
const others = await findPrograms(otherVersions);
const settings = makeScratch();
writeUserConfig(settings, "{}");

/** A receiver, what must be installed for it, and code that removes a call from a copied session. */
interface ProvingReceiver {
  readonly to: AgentName;
  /** Another version of its program than the matrix has. */
  readonly other?: OtherName;
  readonly server?: keyof typeof acpServers;
  readonly command: readonly string[];
  readonly removeCall: string;
  /** The model that its user has configured, where the program would be started once more to name one. */
  readonly model?: string;
  /** The sessions that it gets, where starting it takes too long for half of them. */
  readonly sessions?: readonly RecordedSession[];
  /** Variables of the user that its server gets. */
  readonly variables?: Readonly<Record<string, string>>;
}

type RecordedSession = readonly [from: AgentName, scenario: ScenarioName];

const receivers: readonly ProvingReceiver[] = [
  {
    to: "gemini",
    command: ["gemini", "--acp"],
    removeCall: `
      const folder = home + "/.gemini/tmp/project/chats/";
      edit(folder + fs.readdirSync(folder)[0], (record) => {
        if (record.toolCalls !== undefined && removed++ === 0) record.toolCalls.shift();
        return record;
      });`,
  },
  {
    to: "opencode",
    command: ["opencode", "acp"],
    model: "mock/scripted",
    removeCall: removeFromOpencode("opencode"),
  },
  {
    to: "opencode",
    other: "opencode2",
    command: ["opencode", "acp"],
    // Its own test hands sessions of several kinds over.
    sessions: [],
    removeCall: `
      const { DatabaseSync } = await import("node:sqlite");
      const database = new DatabaseSync(home + "/.local/share/opencode/opencode.db");
      const rows = database.prepare("select id, data from session_message where type = 'assistant' order by seq").all();
      for (const { id, data } of rows) {
        const message = JSON.parse(data);
        const at = message.content.findIndex(({ type }) => type === "tool");
        if (at === -1 || removed++ > 0) continue;
        message.content.splice(at, 1);
        database.prepare("update session_message set data = ? where id = ?").run(JSON.stringify(message), id);
      }
      database.close();`,
  },
  {
    to: "copilot",
    command: ["copilot", "--acp"],
    removeCall: `
      const folder = home + "/.copilot/session-state/";
      const isCall = ({ type }) => /^tool[.]execution/.test(type);
      edit(folder + fs.readdirSync(folder)[0] + "/events.jsonl", (record) => {
        if (removed === 0 && record.data.toolRequests?.length > 0) removed = record.data.toolRequests.pop().toolCallId;
        return isCall(record) && record.data.toolCallId === removed ? null : record;
      });`,
  },
  {
    to: "qwen",
    command: ["qwen", "--acp"],
    removeCall: `
      const folder = home + "/.qwen/projects/";
      const name = fs.readdirSync(folder, { recursive: true }).find((each) => each.endsWith(".jsonl"));
      // A call is in its answer and in its result, which others follow.
      edit(folder + name, ({ toolCallResult, ...record }) => {
        const parts = record.message?.parts ?? [];
        const found = parts.find((part) => part.functionCall !== undefined);
        if (removed === 0 && found !== undefined) removed = found.functionCall.id;
        const isRemoved = ({ functionCall: call, functionResponse: result }) =>
          call?.id === removed || result?.id === removed;
        if (!parts.some(isRemoved)) return { ...record, toolCallResult };
        return { ...record, message: { ...record.message, parts: parts.filter((part) => !isRemoved(part)) } };
      });`,
  },
  {
    to: "goose",
    command: ["goose", "acp"],
    removeCall: `
      const { DatabaseSync } = await import("node:sqlite");
      const database = new DatabaseSync(home + "/.local/share/goose/sessions/sessions.db");
      const rows = database.prepare("select id, content_json from messages order by id").all();
      const calls = rows.flatMap((row) => JSON.parse(row.content_json)).filter(({ type }) => type === "toolRequest");
      for (const { id, content_json } of rows) {
        const left = JSON.parse(content_json).filter((part) => part.id !== calls[0].id);
        database.prepare("update messages set content_json = ? where id = ?").run(JSON.stringify(left), id);
      }
      database.close();`,
  },
  {
    to: "kimi",
    command: ["kimi", "acp"],
    removeCall: `
      const folder = home + "/.kimi-code/sessions/";
      const name = fs.readdirSync(folder, { recursive: true }).find((each) => each.endsWith("wire.jsonl"));
      edit(folder + name, (record) => {
        const { type, toolCallId } = record.event ?? {};
        if (removed === 0 && type === "tool.call") removed = toolCallId;
        return removed !== 0 && toolCallId === removed ? null : record;
      });`,
  },
  {
    to: "grok",
    command: ["grok", "agent", "stdio"],
    removeCall: `
      const folder = home + "/.grok/sessions/";
      const name = fs.readdirSync(folder, { recursive: true }).find((each) => each.endsWith("updates.jsonl"));
      edit(folder + name, (record) => {
        const { sessionUpdate, toolCallId } = record.params.update;
        if (removed === 0 && sessionUpdate === "tool_call") removed = toolCallId;
        return removed !== 0 && toolCallId === removed ? null : record;
      });`,
  },
  {
    to: "codex",
    server: "codex-acp",
    command: ["codex-acp"],
    removeCall: `
      const folder = home + "/.codex/sessions/";
      const name = fs.readdirSync(folder, { recursive: true }).find((each) => each.endsWith(".jsonl"));
      const isCall = ({ item }) => item?.type === "CommandExecution" || item?.type === "DynamicToolCall";
      edit(folder + name, (record) => (isCall(record.payload) && removed++ === 0 ? null : record));`,
  },
  {
    to: "kilo",
    command: ["kilo", "acp"],
    model: "mock/scripted",
    // It takes half a minute to start, and is opencode but for its paths: a session without one call is enough.
    sessions: [],
    removeCall: removeFromOpencode("kilo"),
  },
  {
    to: "claude",
    server: "claude-agent-acp",
    command: ["claude-agent-acp"],
    // Its package contains another copy of Claude Code, which is not installed here.
    variables: { CLAUDE_CODE_EXECUTABLE: agents.get("claude")?.command ?? "" },
    removeCall: `
      const folder = home + "/.claude/projects/";
      const name = fs.readdirSync(folder, { recursive: true }).find((each) => each.endsWith(".jsonl"));
      const parents = new Map();
      edit(folder + name, (record) => {
        const [part] = Array.isArray(record.message?.content) ? record.message.content : [];
        if (removed === 0 && part?.type === "tool_use") removed = part.id;
        const isRemoved = removed !== 0 && (part?.id ?? part?.tool_use_id) === removed;
        const parentUuid = parents.get(record.parentUuid) ?? record.parentUuid;
        if (isRemoved) parents.set(record.uuid, parentUuid);
        return isRemoved ? null : { ...record, parentUuid };
      });`,
  },
];

/** Takes the first call out of the database of opencode, or of a program that is made of it. */
function removeFromOpencode(name: string): string {
  return `
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(home + "/.local/share/${name}/${name}.db");
    const isCall = "json_extract(data, '$.type') = 'tool'";
    database.exec("delete from part where id = (select min(id) from part where " + isCall + ")");
    database.close();`;
}

/** The program of a receiver, under its own name. */
function programOf({ to, other }: ProvingReceiver): InstalledAgent | undefined {
  if (other === undefined) return agents.get(to);
  const program = others.get(other);
  return program === undefined ? undefined : underOwnName(program, makeScratch());
}

/** The folders in which the programs of a receiver are. */
function programFolders(receiver: ProvingReceiver): readonly string[] {
  const { server } = receiver;
  const installed = [programOf(receiver), server === undefined ? undefined : servers.get(server)];
  return installed.flatMap((each) => (each === undefined ? [] : [path.dirname(each.command)]));
}

function skipWithout(receiver: ProvingReceiver): string | false {
  const isInstalled = programFolders(receiver).length === (receiver.server === undefined ? 1 : 2);
  const name = receiver.server ?? receiver.other ?? receiver.to;
  return (
    !isInstalled && `not run: ${name} is not installed; npm run test:agents -- --install does it`
  );
}

/** Hands a recorded session to a program, and lets it show what it got. */
async function prove(
  { to, model, variables = {} }: Pick<ProvingReceiver, "to" | "model" | "variables">,
  [from, scenario]: RecordedSession,
  folders: readonly string[],
) {
  const home = fs.realpathSync(makeScratch());
  const cwd = path.join(home, "orchard");
  fs.mkdirSync(cwd);
  if (model !== undefined)
    writeConfiguration(path.join(home, `.config/${to}/${to}.json`), { model });
  const source = makeScratch();
  const { path: file } = placeFixture(from, scenario, source);
  const PATH = [...folders, path.dirname(process.execPath), "/usr/bin", "/bin"].join(
    path.delimiter,
  );
  const context = {
    ...contextIn(cwd),
    agents: { home, env: { PATH, COPILOT_CACHE_HOME: copilotCache, ...variables } },
  };
  const input = { from: path.join(source, file), to, prove: true };
  return { ...(await runOperation<HandoffOutput>(context, "handoff", input)), context };
}

/** A server that begins by editing the copy of the session, as a person could edit the session itself. */
function editingServer({ command, removeCall }: ProvingReceiver): string {
  const file = path.join(makeScratch(), "server.mjs");
  const code = `#!/usr/bin/env node
    import { spawn } from "node:child_process";
    import fs from "node:fs";
    const home = process.env.HOME;
    let removed = 0;
    function edit(file, change) {
      const records = fs.readFileSync(file, "utf8").trim().split("\\n").map((line) => JSON.parse(line));
      const changed = records.map(change).filter((record) => record !== null);
      fs.writeFileSync(file, changed.map((record) => JSON.stringify(record) + "\\n").join(""));
    }
    ${removeCall}
    const [program, ...args] = ${JSON.stringify(command)};
    spawn(program, args, { stdio: "inherit" }).on("exit", (code) => process.exit(code));`;
  fs.writeFileSync(file, code, { mode: 0o755 });
  return file;
}

/** Names the program that a receiver is asked with, in the user's settings. */
function nameServer({ to }: ProvingReceiver, command: readonly string[]): void {
  writeUserConfig(settings, JSON.stringify({ acp_servers: { [to]: { command } } }));
}

const halves: readonly (readonly RecordedSession[])[] = [
  [
    ["claude", "parallel"],
    ["pi", "characters"],
  ],
  [
    ["codex", "failing"],
    ["opencode", "compaction"],
  ],
];

const liveTest = liveTests("test/agents/prove.test.ts", ["src/acp"]);

// Programs take long to start: each gets half of the sessions, so that each session goes to several.
for (const [at, receiver] of receivers.entries()) {
  const { to, other, sessions = halves[at % 2] ?? [] } = receiver;
  suite(`handoff --prove with the real ${other ?? to}`, { skip: skipWithout(receiver) }, () => {
    for (const [from, scenario] of sessions) {
      const live = {
        name: `it shows all of ${from}'s session "${scenario}", and leaves it as it was`,
        key: `prove: ${other ?? to} ${from} ${scenario}`,
        agents: [from, to],
      };
      liveTest(live, async () => {
        const folders = programFolders(receiver);
        const { out, exit, context } = await prove(receiver, [from, scenario], folders);
        assert.deepEqual(out.proof?.findings, [], out.proof?.reason ?? "");
        assert.equal(out.proof?.state, "complete", out.proof?.reason ?? "");
        assert.equal(exit, 0);
        const { messages = null, calls = null } = out.proof ?? {};
        // Of its own records an agent shows neither every call nor every prompt that it added.
        if (from === to) {
          assert.ok((messages?.sent ?? 0) >= 2);
          assert.equal(calls, null);
        } else {
          assert.equal(messages?.sent, out.conversation?.messages);
          assert.equal(calls?.sent, out.conversation?.calls);
        }
        // Something that had changed would not be removed.
        await runOperation(context, "handoff", { undo: out.session_id });
      });
    }

    // A session of its own would go over unchanged, and be compared less strictly.
    const source = to === "claude" ? "codex" : "claude";
    const removed = {
      name: "a call that was removed by hand is missing, by its place",
      key: `prove: ${other ?? to} removed`,
      agents: [source, to] as const,
    };
    liveTest(removed, async () => {
      nameServer(receiver, [editingServer(receiver)]);
      const { out, exit } = await prove(receiver, [source, "parallel"], programFolders(receiver));
      writeUserConfig(settings, "{}");
      const { state, calls, findings = [] } = out.proof ?? {};
      assert.equal(state, "incomplete", out.proof?.reason ?? "");
      assert.equal(exit, 1);
      assert.equal(calls?.shown, (calls?.sent ?? 0) - 1);
      assert.deepEqual(
        findings.map(({ code, message }) => [code, /call of \w+ is not shown/.test(message)]),
        [["E_PROOF", true]],
      );
      assert.ok(findings[0]?.file?.endsWith(".jsonl") && (findings[0].line ?? 0) > 0);
    });
  });
}

test("every agent with a server is among the receivers from which a call is removed", async () => {
  const withServer: string[] = [];
  for (const name of namesOf(registry)) {
    if ((await loadAgent(name)).acpServer !== undefined) withServer.push(name);
  }
  assert.deepEqual([...new Set(receivers.map(({ to }) => to))].toSorted(), withServer.toSorted());
});

test("handoff --prove says that there is no program to ask", async () => {
  const { out: absent, exit } = await prove({ to: "gemini" }, ["claude", "plain"], []);
  assert.deepEqual([absent.proof?.state, exit], ["unavailable", 4]);
  assert.match(absent.proof?.reason ?? "", /program gemini was not found/);
  const { out: none } = await prove({ to: "pi" }, ["claude", "plain"], []);
  assert.match(none.proof?.reason ?? "", /pi has no server/);
});
