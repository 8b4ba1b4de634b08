import { dirname, join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { grokFolder, SUB_AGENTS } from "./locate.ts";

/** A session is a folder; so is each of its sub-agents, beside it. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const folder = join(grokFolder(environment), "sessions");
  return {
    places: { sessions: { folder, paths: /^[^/]+\/[^/]+\/.+$/ } },
    async filesOf({ path }) {
      const own = dirname(path);
      const started = await listFolder(join(own, SUB_AGENTS));
      return { files: [path], folders: [own, ...started.map((id) => join(dirname(own), id))] };
    },
  };
}
