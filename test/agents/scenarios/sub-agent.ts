import type { Script } from "../model/script.ts";
import type { AgentName } from "../programs.ts";
import { type Absence, type Plan, reply } from "./scenario.ts";
import { shell } from "./tools.ts";

const PROMPT = "Let a helper count the trees.";
const TASK = "COUNTTASK count the trees in the orchard";
const ANSWER = "HELPER: forty-two trees";
const COUNT = "printf 'trees-%s' 42";

/** A session in which another agent did a part of the work. */
export function planSubAgent(agent: AgentName): Plan | Absence {
  if (agent === "pi") return { reason: "pi has no sub-agents of its own" };
  return { prompts: [PROMPT], script: scripts[agent]() };
}

const scripts: Readonly<Record<Exclude<AgentName, "pi">, () => Script>> = {
  claude: () => inTurn("claude", "Agent", { subagent_type: "general-purpose" }),
  opencode: () => inTurn("opencode", "task", { subagent_type: "general" }),
  kilo: () => inTurn("kilo", "task", { subagent_type: "general" }),
  copilot: () =>
    inTurn("copilot", "task", { agent_type: "general-purpose", name: "counter", mode: "sync" }),
  goose: () => inTurn("goose", "delegate", { instructions: TASK }),
  kimi: () => inTurn("kimi", "Agent", {}),
  qwen: () => [
    // The helper works beside its parent, which gets a report of its end.
    {
      parts: [{ call: shell.qwen(COUNT) }],
      when: /^(?!.*Let a helper)(?!.*"role":"tool").*COUNTTASK/s,
    },
    { ...reply(ANSWER), when: /^(?!.*Let a helper).*COUNTTASK/s, keep: true },
    {
      parts: [
        {
          call: {
            name: "agent",
            arguments: {
              description: "count trees",
              prompt: TASK,
              subagent_type: "general-purpose",
            },
          },
        },
      ],
    },
    reply("A helper counts them."),
    reply("The helper counted forty-two."),
  ],
  gemini: () => [
    {
      parts: [
        { call: { name: "invoke_agent", arguments: { agent_name: "generalist", prompt: TASK } } },
      ],
    },
    { parts: [{ call: shell.gemini(COUNT) }] },
    { parts: [{ call: { name: "complete_task", arguments: { result: { response: ANSWER } } } }] },
    reply("The helper counted forty-two."),
  ],
  codex: () => [
    // The helper works beside its parent, so its answers go by what it was asked.
    {
      parts: [{ call: shell.codex(COUNT) }],
      when: /^(?!.*Let a helper)(?!.*function_call_output).*COUNTTASK/s,
    },
    { ...reply(ANSWER), when: /^(?!.*Let a helper).*COUNTTASK/s, keep: true },
    { parts: [{ call: ofCodex("spawn_agent", { message: TASK }) }] },
    {
      parts: [
        {
          call: ofCodex("wait_agent", {
            targets: ["$re:agent_id[^0-9a-f]+([0-9a-f-]{36})"],
            timeout_ms: 20_000,
          }),
        },
      ],
    },
    reply("The helper counted forty-two."),
  ],
};

/** The parent waits while its helper works, so that the answers come in order. */
function inTurn(
  agent: "claude" | "opencode" | "kilo" | "copilot" | "kimi" | "goose",
  name: string,
  more: object,
): Script {
  const named = agent === "goose" ? {} : { description: "count trees", prompt: TASK };
  const input = { ...named, ...more };
  return [
    { parts: [{ call: { name, arguments: input } }] },
    { parts: [{ call: shell[agent](COUNT) }] },
    reply(ANSWER),
    reply("The helper counted forty-two."),
  ];
}

function ofCodex(name: string, input: Readonly<Record<string, unknown>>) {
  return { name, namespace: "multi_agent_v1", arguments: input };
}
