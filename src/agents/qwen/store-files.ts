import { dirname, join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { projectsFolder, SUB_AGENTS } from "./locate.ts";

/** A session is a log, and a folder with those of its sub-agents. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const paths = /^[^/]+\/(?:chats\/[^/]+\.jsonl|subagents\/[^/]+\/.+)$/;
  return {
    places: { projects: { folder: projectsFolder(environment), paths } },
    async filesOf({ path, id }) {
      return { files: [path], folders: [join(dirname(dirname(path)), SUB_AGENTS, id)] };
    },
  };
}
