import fs from "node:fs";
import path from "node:path";
import { reply } from "../scenarios/scenario.ts";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";
import { described, SUB_AGENT } from "./scripts.ts";

const FLAGS = ["-m", "gemini-2.5-pro", "--yolo"];

const shell = described("run_shell_command");

/** Gemini CLI. */
export const gemini: Driver = {
  configure({ home, modelUrl }, { compactsEarly }) {
    writeConfiguration(path.join(home, ".gemini/settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" } },
      // Otherwise it deletes sessions that were resumed.
      general: { sessionRetention: { enabled: false }, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      ...(compactsEarly ? { model: { compressionThreshold: 0.0001 } } : {}),
    });
    return {
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_API_KEY: "any",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-p", prompt] }),
  // By its file a session would become a new one; the newest is the one that was recorded.
  resume: (_session, prompt) => ({ args: [...FLAGS, "-r", "latest", "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-p", prompt] }),
  // It takes the joiners out of joined characters.
  keptText: (text) => text.replaceAll("\u200d", ""),
  findSession({ home }) {
    const pattern = /^[^/]+\/chats\/session-[^/]*\.jsonl$/;
    // A resumed session leaves a second file of the same id, without the conversation.
    const isReported = (content: string) => content.includes('"type":"gemini"');
    const file = newestFile(path.join(home, ".gemini/tmp"), pattern, isReported);
    if (file === null) return null;
    const id = /"sessionId":"([0-9a-f-]{36})"/.exec(fs.readFileSync(file, "utf8"))?.[1];
    return id === undefined ? null : { id, path: file };
  },
  sessionFiles: /^\.gemini\/(?:projects\.json$|tmp\/[^/]+\/(?:chats\/|\.project_root$))/,
  shell,
  look: (file) => ({ name: "read_file", arguments: { file_path: file } }),
  compaction: {
    asksForSummary: /Generate a new <state_snapshot>|ritically evaluate/,
    usages: [300_000, 700_000],
    length: 600,
    wrap: (summary) => `<state_snapshot>${summary}</state_snapshot>`,
  },
  subAgent: [
    {
      parts: [
        {
          call: {
            name: "invoke_agent",
            arguments: { agent_name: "generalist", prompt: SUB_AGENT.task },
          },
        },
      ],
    },
    { parts: [{ call: shell(SUB_AGENT.command) }] },
    {
      parts: [
        { call: { name: "complete_task", arguments: { result: { response: SUB_AGENT.answer } } } },
      ],
    },
    reply(SUB_AGENT.result),
  ],
  contexts: [
    /<\/?state_snapshot>/g,
    /<session_context>.*?<\/session_context>/,
    // What it lets the model say after a summary.
    /^Got it\. Thanks for the additional context!$/,
  ],
};
