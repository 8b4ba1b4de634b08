import path from "node:path";
import { reply } from "../scenarios/scenario.ts";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";
import { SUB_AGENT, SUB_AGENT_INPUT } from "./scripts.ts";

const FLAGS = ["--auth-type", "openai", "--yolo"];

const shell = (command: string) => ({
  name: "run_shell_command",
  arguments: { command, is_background: false },
});

/** Qwen Code. */
export const qwen: Driver = {
  configure({ home, modelUrl }) {
    writeConfiguration(path.join(home, ".qwen/settings.json"), {
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      // It would ask the model what to remember, after the answer.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    });
    return {
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_API_KEY: "any",
      OPENAI_MODEL: "scripted",
    };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-p", prompt] }),
  resume: ({ id }, prompt) => ({ args: [...FLAGS, "--resume", id, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-p", prompt] }),
  findSession({ home }) {
    const file = newestFile(path.join(home, ".qwen/projects"), /^[^/]+\/chats\/[^/]+\.jsonl$/);
    return file === null ? null : { id: path.basename(file, ".jsonl"), path: file };
  },
  sessionFiles: /^\.qwen\/projects\/[^/]+\/(?:chats|subagents)\/.*\.jsonl$/,
  shell,
  look: (file) => ({ name: "read_file", arguments: { file_path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /produce the <state_snapshot> XML/,
    usages: [1000],
    lastUsage: 115_000,
    command: "/compress",
    wrap: (summary) => `<state_snapshot>${summary}</state_snapshot>`,
  },
  subAgent: [
    // The helper works beside its parent, which gets a report of its end.
    {
      parts: [{ call: shell(SUB_AGENT.command) }],
      when: /^(?!.*Let a helper)(?!.*"role":"tool").*COUNTTASK/s,
    },
    { ...reply(SUB_AGENT.answer), when: /^(?!.*Let a helper).*COUNTTASK/s, keep: true },
    {
      parts: [
        {
          call: {
            name: "agent",
            arguments: { ...SUB_AGENT_INPUT, subagent_type: "general-purpose" },
          },
        },
      ],
    },
    reply("A helper counts them."),
    reply(SUB_AGENT.result),
  ],
  contexts: [
    // What it begins every session with: where and when it works, and what it can do.
    /^This is the Qwen Code\. We are setting up the context for our chat\..*$/,
    /^The following skills are available for use with the Skill tool\..*$/,
    /^The following tools are reachable through `tool_search` and `tool_call`\..*$/,
    /^The current date is: .* This is the authoritative current date .*$/,
    /^\d+ background agents? (?:was|were) restored from this session\..*$/,
    // What it lets the model say after a summary, and instead of the result of a call that was interrupted.
    /^Got it\. Thanks for the additional context!$/,
    /^Tool execution result was not recorded .*$/,
  ],
};
