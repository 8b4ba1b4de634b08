import { join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { oneFile } from "../one-file.ts";
import { userFolders } from "./locate.ts";

/** Transcripts are files; chats are in databases of the editor, the places of which depend on the system. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const [linux, mac] = userFolders(environment);
  const paths = /^(?:globalStorage|workspaceStorage\/[^/]+)\/state\.vscdb$/;
  return {
    places: {
      projects: {
        folder: join(environment.home, ".cursor", "projects"),
        paths: /^[^/]+\/agent-transcripts\/(?:[^/]+\/)?[^/]+\.jsonl$/,
      },
      "user-linux": { folder: linux, paths },
      "user-macos": { folder: mac, paths },
    },
    filesOf: oneFile,
  };
}
