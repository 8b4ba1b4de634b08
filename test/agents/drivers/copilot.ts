import path from "node:path";
import { agentCache } from "../install.ts";
import type { Driver } from "./driver.ts";
import { newestFile } from "./files.ts";

const FLAGS = ["--allow-all-tools"];

/** Copilot CLI. Everything that it must know of the model is in its environment. */
export const copilot: Driver = {
  configure({ modelUrl }) {
    return {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "any",
      COPILOT_MODEL: "scripted",
      // It unpacks itself at its first start: 230 MB, which every scratch home would get.
      COPILOT_CACHE_HOME: path.join(agentCache(), "copilot-unpacked"),
    };
  },
  ask: (prompt) => ({ args: [...FLAGS, "-p", prompt] }),
  resume: ({ id }, prompt) => ({ args: [...FLAGS, `--resume=${id}`, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...FLAGS, ...args, "-p", prompt] }),
  findSession({ home }) {
    const folder = path.join(home, ".copilot/session-state");
    const file = newestFile(folder, /^[^/]+\/events\.jsonl$/);
    return file === null ? null : { id: path.basename(path.dirname(file)), path: file };
  },
};
