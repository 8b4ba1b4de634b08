import { join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { oneFile } from "../one-file.ts";
import { agentFolder, withoutTilde } from "./host.ts";

/** A session is one file; its user may have named a folder for all of them. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const named = environment.env.PI_CODING_AGENT_SESSION_DIR;
  const folder = join(agentFolder(environment), "sessions");
  return {
    places: {
      sessions: { folder, paths: /^[^/]+\/[^/]+\.jsonl$/ },
      named: {
        folder: named ? withoutTilde(named, environment.home) : join(folder, "--named--"),
        paths: /^[^/]+\.jsonl$/,
      },
    },
    filesOf: oneFile,
  };
}
