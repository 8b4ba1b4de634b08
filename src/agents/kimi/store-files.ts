import { dirname } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { sessionsFolder } from "./locate.ts";

/** A session is a folder, in which its state and the folders of its agents are. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  return {
    places: { sessions: { folder: sessionsFolder(environment), paths: /^[^/]+\/[^/]+\/.+$/ } },
    async filesOf({ path }) {
      return { files: [path], folders: [dirname(dirname(dirname(path)))] };
    },
  };
}
