/** Sessions that agents recorded themselves: what their servers show is compared with our reading of their files. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { loadAgent } from "../../src/agents/registry.ts";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import type { LossItem } from "../../src/model/loss.ts";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import type { OperationContext } from "../../src/runtime/operation-context.ts";
import { findNamedServer } from "../../src/sessions/acp/find-server.ts";
import type { listShownSessions } from "../../src/sessions/acp/list-shown.ts";
import { readWithServer } from "../../src/sessions/acp/shown-sessions.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";
import { findAgents } from "./install.ts";
import { liveTests } from "./live-cases.ts";
import type { AgentName } from "./programs.ts";
import { type Recording, recordScenario } from "./record.ts";

const agents = await findAgents();
const test = liveTests("test/agents/acp-source.test.ts", ["src/acp", "src/sessions/acp"]);
const settings = makeScratch();
writeUserConfig(settings, "{}");

/** What a server does not show of a call, or shows otherwise than its agent's files have it. */
type Difference = "name" | "arguments" | "result" | "exit";

/** How our reading begins the loss of each. */
const LOSSES: Readonly<Record<Difference, RegExp>> = {
  name: /^name of the tool not shown/,
  arguments: /^arguments of calls not shown/,
  result: /may show results shorter than the model had them/,
  exit: /^exit codes of calls/,
};

/** An agent with a server, and what that does not show. */
interface Server {
  readonly agent: AgentName;
  readonly command: readonly string[];
  /** Variables of the user that it asks for. */
  readonly env?: readonly string[];
  readonly differences?: readonly Difference[];
  /** Whether it is also asked for its list, and the session handed over: each time, it is started again. */
  readonly isTriedFully?: true;
}

const servers: readonly Server[] = [
  {
    agent: "goose",
    command: ["goose", "acp"],
    env: ["OPENAI_API_KEY"],
    isTriedFully: true,
  },
  { agent: "kimi", command: ["kimi", "acp"] },
  {
    agent: "gemini",
    command: ["gemini", "--acp"],
    env: ["GEMINI_API_KEY", "GEMINI_CLI_TRUST_WORKSPACE", "GOOGLE_GEMINI_BASE_URL"],
    // Its results are shown as its screen has them.
    differences: ["name", "arguments", "result"],
  },
  { agent: "opencode", command: ["opencode", "acp"], differences: ["name", "exit"] },
  { agent: "qwen", command: ["qwen", "--acp", "--auth-type", "openai"], env: ["OPENAI_API_KEY"] },
  {
    agent: "copilot",
    command: ["copilot", "--acp"],
    env: [
      "COPILOT_OFFLINE",
      "COPILOT_PROVIDER_BASE_URL",
      "COPILOT_PROVIDER_API_KEY",
      "COPILOT_MODEL",
      "COPILOT_CACHE_HOME",
    ],
    differences: ["name"],
  },
  {
    agent: "grok",
    command: ["grok", "agent", "stdio"],
    env: ["MOCK_KEY"],
    differences: ["name", "exit"],
  },
];

interface Call {
  readonly name: string;
  readonly arguments: unknown;
  readonly result: readonly [ok: boolean, text: string] | null;
}

/** What was said and done on the way that is in force, without what the program added. */
function conversationOf(items: readonly TranscriptItem[]) {
  const own = items.filter(({ thread, branch }) => thread === null && branch === null);
  const results = new Map(
    own.flatMap((item) =>
      item.kind === "tool_result" ? [[item.call_id, [item.ok, item.content.trim()] as const]] : [],
    ),
  );
  return {
    messages: own.flatMap((item) =>
      item.kind === "message" && item.sender === undefined ? [[item.role, item.text.trim()]] : [],
    ),
    calls: own.flatMap((item): Call[] =>
      item.kind === "tool_call"
        ? [
            {
              name: item.name,
              arguments: item.arguments,
              result: results.get(item.call_id) ?? null,
            },
          ]
        : [],
    ),
  };
}

async function readNatively({ machine, session }: Recording) {
  const agent = await loadAgent(machine.agent.name);
  for await (const found of agent.find({ home: machine.home, env: machine.env })) {
    if (found.id !== session.id) continue;
    return conversationOf(
      await Array.fromAsync((await agent.read(await agent.open(found))).items()),
    );
  }
  throw new Error(`Cannot find the session ${session.id} of ${machine.agent.name}`);
}

/** A call without what a server does not show. */
function withoutDifferences(
  { name, arguments: args, result }: Call,
  differences: readonly Difference[],
) {
  const hasExit = !differences.includes("exit");
  const [ok = null, text = ""] = result ?? [];
  return {
    ...(differences.includes("name") ? {} : { name }),
    ...(differences.includes("arguments") ? {} : { arguments: args }),
    ...(differences.includes("result") ? {} : { result: hasExit ? text : withoutExit(text) }),
    // A command that fails has ended all the same.
    ...(hasExit ? { ok } : {}),
  };
}

/** Grok Build puts the exit code before the output. */
function withoutExit(text: string): string {
  return text.replace(/^exit: \d+\n/, "");
}

/** Calls with no more arguments than others have: some servers add a folder, or how the call is drawn. */
function withArgumentsOf(calls: readonly Call[], others: readonly Call[]): readonly Call[] {
  return calls.map((call, at) => {
    const known = Object.keys(Object(others[at]?.arguments));
    const members = Object.entries(Object(call.arguments)).filter(([key]) => known.includes(key));
    return { ...call, arguments: Object.fromEntries(members) };
  });
}

function countOf(losses: readonly LossItem[], difference: Difference): number {
  return losses
    .filter(({ why }) => LOSSES[difference].test(why))
    .reduce((sum, { count }) => sum + (count ?? 1), 0);
}

/** A session that an agent has recorded, and its server as the user's settings name it. */
async function record({ agent, command, env = [] }: Server) {
  const program = agents.get(agent);
  assert(program);
  const recording = await recordScenario(program, "failing", makeScratch());
  assert("machine" in recording);
  const { machine } = recording;
  // Gemini CLI begins a file under the name of this minute, also over one that is there.
  const { dir, base } = path.parse(recording.session.path);
  if (agent === "gemini") {
    fs.renameSync(recording.session.path, path.join(dir, base.replace(/T\d\d-\d\d/, "T00-00")));
  }
  writeUserConfig(settings, JSON.stringify({ acp_servers: { shown: { command, env } } }));
  const context = {
    ...contextIn(machine.project),
    agents: { home: machine.home, env: machine.env },
  };
  return { recording, context };
}

for (const server of servers) {
  const { agent: name, differences = [] } = server;
  const skip =
    !agents.has(name) &&
    `not run: ${name} is not installed; npm run test:agents -- --install does it`;
  suite(`sessions that the real ${name} shows`, { skip }, () => {
    const live = {
      name: "its server shows the conversation that our reader finds, and every difference is a loss",
      key: `shown: ${name}`,
      agents: [name],
    };
    test(live, async () => {
      const { recording, context } = await record(server);
      const { id } = recording.session;
      const found = await findNamedServer(context, "shown", false);
      const read = await readWithServer(context, found, id);
      const shown = conversationOf(await Array.fromAsync(read.session.items()));
      const native = await readNatively(recording);
      assert.deepEqual(shown.messages, native.messages);
      assert.equal(native.calls.length, 2);
      assert.deepEqual(
        withArgumentsOf(shown.calls, native.calls).map((call) =>
          withoutDifferences(call, differences),
        ),
        native.calls.map((call) => withoutDifferences(call, differences)),
      );
      const differing = (member: "name" | "arguments") =>
        withArgumentsOf(shown.calls, native.calls).filter(
          (call, at) => !isDeepStrictEqual(call[member], native.calls[at]?.[member]),
        ).length;
      assert.equal(countOf(read.losses, "name"), differing("name"));
      assert.equal(countOf(read.losses, "arguments"), differing("arguments"));
      assert.equal(countOf(read.losses, "exit"), native.calls.length);
      assert.equal(countOf(read.losses, "result"), 1);
      if (server.isTriedFully) await tryFully(context, id, native.calls.length);
    });
  });
}

/** Lists the sessions of a server and hands one of them over. */
async function tryFully(context: OperationContext, id: string, calls: number): Promise<void> {
  const { out } = await runOperation<Awaited<ReturnType<typeof listShownSessions>>>(
    context,
    "sessions",
    { acp: "shown", all: true },
  );
  assert.deepEqual(
    out.sessions.map((session) => session.id),
    [id],
  );
  const handed = await runOperation<HandoffOutput>(context, "handoff", {
    from: id,
    to: "codex",
    acp: "shown",
  });
  assert.equal(handed.out.conversation?.calls, calls);
}
