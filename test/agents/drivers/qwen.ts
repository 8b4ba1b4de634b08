import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";

const FLAGS = ["--auth-type", "openai", "--yolo"];

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
};
