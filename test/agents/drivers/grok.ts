import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";
import { described, inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const FLAGS = ["--always-approve"];

const shell = described("run_terminal_command");

/** Grok Build. */
export const grok: Driver = {
  configure({ home, modelUrl }) {
    const lines = [
      "[models]",
      'default = "mock"',
      "[model.mock]",
      'model = "scripted"',
      `base_url = "${modelUrl}/v1"`,
      'env_key = "MOCK_KEY"',
      'name = "Mock"',
      "context_window = 200000",
      "",
    ];
    writeConfiguration(path.join(home, ".grok/config.toml"), lines.join("\n"));
    return { GROK_HOME: path.join(home, ".grok"), MOCK_KEY: "any" };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-p", prompt] }),
  resume: ({ id }, prompt) => ({ args: [...FLAGS, "--resume", id, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-p", prompt] }),
  findSession({ home }) {
    const folder = path.join(home, ".grok/sessions");
    // A sub-agent's first prompt is not marked as its user's.
    const isMain = (content: string) => content.includes("<user_query>");
    const file = newestFile(folder, /^[^/]+\/[^/]+\/chat_history\.jsonl$/, isMain);
    return file === null ? null : { id: path.basename(path.dirname(file)), path: file };
  },
  sessionFiles:
    /^\.grok\/sessions\/[^/]+\/[^/]+\/(?:chat_history\.jsonl|updates\.jsonl|summary\.json|subagents\/[^/]+\/meta\.json)$/,
  writesLate: true,
  shell,
  look: (file) => ({ name: "read_file", arguments: { target_file: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /^(?!.*session title).*<summary>/s,
    usages: [1000],
    command: "/compact",
    // It refuses a short one.
    wrap: (summary) =>
      `<analysis>a</analysis>\n<summary>\n${summary} ${"Nothing else was decided. ".repeat(20)}\n</summary>`,
  },
  subAgent: inTurn(
    { name: "spawn_subagent", arguments: { ...SUB_AGENT_INPUT, background: false } },
    shell,
  ),
  contexts: [
    // Around a prompt, and around a summary.
    /<\/?user_query>/g,
    /^This session is being continued from a previous conversation .*? Summary:/,
    /Full verbatim rollouts of previous segments are available at .*$/,
    // Instead of the result of a call that was interrupted, and after it.
    /^Tool execution was cancelled by the user .*$/,
    /^The previous turn was interrupted \(the system exited or was restarted\)\. .*$/,
  ],
};
