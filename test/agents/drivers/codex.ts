import path from "node:path";
import { reply } from "../scenarios/scenario.ts";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";
import { SUB_AGENT } from "./scripts.ts";

// The tools of the scripts are harmless, and its sandbox does not work for root in a container.
const FLAGS = ["exec", "--skip-git-repo-check", "--sandbox", "danger-full-access"];

const shell = (cmd: string) => ({ name: "exec_command", arguments: { cmd } });

const helping = (name: string, input: Readonly<Record<string, unknown>>) => ({
  name,
  namespace: "multi_agent_v1",
  arguments: input,
});

/** Codex CLI. */
export const codex: Driver = {
  configure({ home, modelUrl }, { compactsEarly }) {
    const early = ["model_auto_compact_token_limit = 4000", "model_context_window = 100000"];
    const lines = [
      'model = "scripted"',
      'model_provider = "mock"',
      ...(compactsEarly ? early : []),
      "[model_providers.mock]",
      'name = "mock"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      'env_key = "MOCK_KEY"',
      "",
    ];
    writeConfiguration(path.join(home, ".codex/config.toml"), lines.join("\n"));
    return { CODEX_HOME: path.join(home, ".codex"), MOCK_KEY: "any" };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-"], input: prompt }),
  resume: ({ id }, prompt) => ({ args: [...FLAGS, "resume", id, "-"], input: prompt }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-"], input: prompt }),
  findSession({ home }) {
    const folder = path.join(home, ".codex/sessions");
    const isMain = (content: string) => !/^.*"parent_thread_id"/.test(content);
    const file = newestFile(folder, /rollout-[^/]*\.jsonl$/, isMain);
    const id = file === null ? null : /[0-9a-f-]{36}(?=\.jsonl$)/.exec(file);
    return file === null || id === null ? null : { id: id[0], path: file };
  },
  sessionFiles: /^\.codex\/sessions\//,
  shell,
  // It has no tool that reads text, but one that looks at pictures.
  look: (file) => ({ name: "view_image", arguments: { path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /CONTEXT CHECKPOINT COMPACTION|handoff summary/,
    usages: [5000],
  },
  subAgent: [
    // The helper works beside its parent, so its answers go by what it was asked.
    {
      parts: [{ call: shell(SUB_AGENT.command) }],
      when: /^(?!.*Let a helper)(?!.*function_call_output).*COUNTTASK/s,
    },
    { ...reply(SUB_AGENT.answer), when: /^(?!.*Let a helper).*COUNTTASK/s, keep: true },
    { parts: [{ call: helping("spawn_agent", { message: SUB_AGENT.task }) }] },
    {
      parts: [
        {
          call: helping("wait_agent", {
            targets: ["$re:agent_id[^0-9a-f]+([0-9a-f-]{36})"],
            timeout_ms: 20_000,
          }),
        },
      ],
    },
    reply(SUB_AGENT.result),
  ],
  contexts: [],
};
