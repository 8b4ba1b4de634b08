import path from "node:path";
import { agentCache } from "../install.ts";
import type { Driver } from "./driver.ts";
import { newestFile } from "./files.ts";
import { described, inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const FLAGS = ["--allow-all-tools"];

const shell = described("bash");

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
  sessionFiles: /^\.copilot\/session-state\/[^/]+\/events\.jsonl$/,
  shell,
  look: (file) => ({ name: "view", arguments: { path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /Please create a detailed summary of the conversation so far/,
    usages: [1000],
    // It would compact by itself while it goes on, with more or less of the work in the summary.
    command: "/compact",
  },
  subAgent: inTurn(
    {
      name: "task",
      arguments: {
        ...SUB_AGENT_INPUT,
        agent_type: "general-purpose",
        name: "counter",
        mode: "sync",
      },
    },
    shell,
  ),
  contexts: [
    /<current_datetime>[^<]*<\/current_datetime>/g,
    // Around a summary, and what the user had said before it.
    /^Some of the conversation history has been summarized .*? Here were the user messages:/,
    /<\/?(?:user_message|summary)>/g,
    /Here is a summary of the prior context:/,
    // Instead of the result of a call that was interrupted.
    /^The execution of this tool, or a previous tool was interrupted\.$/,
  ],
};
