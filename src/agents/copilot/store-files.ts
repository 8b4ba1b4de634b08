import { basename, dirname } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { EVENTS, sessionsFolder } from "./locate.ts";

/** A session is a folder; in early versions it was a file. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  return {
    places: {
      sessions: { folder: sessionsFolder(environment), paths: /^(?:[^/]+\.jsonl|[^/]+\/.+)$/ },
    },
    async filesOf({ path }) {
      return { files: [path], folders: basename(path) === EVENTS ? [dirname(path)] : [] };
    },
  };
}
