import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";

const FLAGS = ["--provider", "mock", "--model", "scripted"];

/** pi. */
export const pi: Driver = {
  configure({ home, modelUrl }) {
    writeConfiguration(path.join(home, ".pi/agent/models.json"), {
      providers: {
        mock: {
          baseUrl: `${modelUrl}/v1`,
          api: "openai-completions",
          apiKey: "any",
          models: [
            { id: "scripted", input: ["text", "image"], contextWindow: 128000, maxTokens: 8000 },
          ],
        },
      },
    });
    return { PI_OFFLINE: "1" };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-p", prompt] }),
  resume: ({ path: file }, prompt) => ({ args: [...FLAGS, "--session", file, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-p", prompt] }),
  findSession({ home }) {
    const file = newestFile(path.join(home, ".pi/agent/sessions"), /\.jsonl$/);
    const id = file === null ? null : /[0-9a-f-]{36}(?=\.jsonl$)/.exec(file);
    return file === null || id === null ? null : { id: id[0], path: file };
  },
  sessionFiles: /^\.pi\/agent\/sessions\//,
  shell: (command) => ({ name: "bash", arguments: { command } }),
  look: (file) => ({ name: "read", arguments: { path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /structured context checkpoint|summarization/,
    usages: [30_000],
    lastUsage: 127_000,
  },
  subAgent: { reason: "pi has no sub-agents of its own" },
  // Instead of the result of a call that was interrupted.
  contexts: [/^No result provided$/],
};
