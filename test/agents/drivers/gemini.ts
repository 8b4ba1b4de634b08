import fs from "node:fs";
import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";

const FLAGS = ["-m", "gemini-2.5-pro", "--yolo"];

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
};
