import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile } from "./files.ts";
import { described, inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const FLAGS = ["--output-format", "json", "--model", "claude-sonnet-4-5"];
const TOOLS = ["--allowedTools", "Bash", "Write", "Read", "Edit", "Agent"];

const shell = described("Bash");

/** Claude Code. */
export const claude: Driver = {
  configure: ({ modelUrl }, { compactsEarly }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "any",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ...(compactsEarly ? { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" } : {}),
  }),
  // The prompt goes to standard input: a list of tools would swallow it as an argument.
  ask: (prompt) => ({ args: ["-p", ...FLAGS, ...TOOLS], input: prompt }),
  resume: ({ id }, prompt) => ({ args: ["-p", "--resume", id, ...FLAGS, ...TOOLS], input: prompt }),
  askThrough: (args, prompt) => ({ args: ["-p", ...args, ...FLAGS, ...TOOLS], input: prompt }),
  findSession({ home }) {
    const file = newestFile(path.join(home, ".claude/projects"), /^[^/]+\/[0-9a-f-]{36}\.jsonl$/);
    return file === null ? null : { id: path.basename(file, ".jsonl"), path: file };
  },
  sessionFiles: /^\.claude\/projects\//,
  shell,
  look: (file) => ({ name: "Read", arguments: { file_path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /Your task is to create a detailed summary/,
    usages: [30_000, 60_000, 96_000],
    wrap: (summary) => `<analysis>a</analysis><summary>${summary}</summary>`,
  },
  subAgent: inTurn(
    { name: "Agent", arguments: { ...SUB_AGENT_INPUT, subagent_type: "general-purpose" } },
    shell,
  ),
  contexts: [
    // Instead of an answer that was interrupted.
    /^No response requested\.$/,
    /<total_tokens>\d+ tokens left<\/total_tokens>/g,
    // Before the report of a background task, which is in the session.
    /\[SYSTEM NOTIFICATION - NOT USER INPUT\].*? approval or consent\./,
  ],
};
