import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";
import { inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const MODEL = "mock/scripted";

const shell = (command: string) => ({ name: "Bash", arguments: { command } });

/** Kimi Code. */
export const kimi: Driver = {
  configure({ home, modelUrl }) {
    const lines = [
      `default_model = "${MODEL}"`,
      "telemetry = false",
      "[providers.mock]",
      'type = "openai"',
      `base_url = "${modelUrl}/v1"`,
      'api_key = "any"',
      `[models."${MODEL}"]`,
      'provider = "mock"',
      'model = "scripted"',
      "max_context_size = 200000",
      'capabilities = ["tool_use", "image_in"]',
      "",
    ];
    writeConfiguration(path.join(home, ".kimi-code/config.toml"), lines.join("\n"));
    return { KIMI_CODE_HOME: path.join(home, ".kimi-code") };
  },
  ask: (prompt) => ({ args: ["-p", prompt] }),
  resume: ({ id }, prompt) => ({ args: ["-S", id, "-m", MODEL, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...args, "-p", prompt] }),
  // What it puts before a result when it sends one.
  keptResult: (text) =>
    text
      .replace(/^Wall time: [\d.]+ seconds\n/, "")
      .replace(/^<system>ERROR: Tool execution failed\.<\/system>\n/, ""),
  findSession({ home }) {
    const folder = path.join(home, ".kimi-code/sessions");
    const file = newestFile(folder, /^[^/]+\/[^/]+\/agents\/main\/wire\.jsonl$/);
    if (file === null) return null;
    return { id: path.basename(path.resolve(file, "../../..")), path: file };
  },
  sessionFiles: /^\.kimi-code\/sessions\/[^/]+\/[^/]+\/(?:state\.json|agents\/[^/]+\/wire\.jsonl)$/,
  shell,
  look: (file) => ({ name: "Read", arguments: { path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /Create a handoff summary for the/,
    usages: [1000],
    lastUsage: 195_000,
  },
  subAgent: inTurn({ name: "Agent", arguments: SUB_AGENT_INPUT }, shell),
  contexts: [
    // Before a result, and instead of one.
    /^Wall time: [\d.]+ seconds/,
    /<system>ERROR: Tool execution failed\.<\/system>/,
    // Around a summary.
    /^The conversation so far has been compacted to free up context\. .*? already addressed\./,
    /## Context Recovery.*$/,
    /Context compaction is complete — continue the work that was in progress when it began\./,
  ],
};
