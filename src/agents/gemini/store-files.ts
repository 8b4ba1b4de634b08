import { dirname, join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { geminiFolder } from "./host.ts";
import { OWNER_FILE } from "./locate.ts";

/** A session is a log, a folder for its sub-agents and one for long outputs of its tools, and the mark of its project. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const folder = join(geminiFolder(environment), "tmp");
  const paths = /^[^/]+\/(?:\.project_root|chats\/.+|tool-outputs\/session-[^/]+\/.+)$/;
  return {
    places: { tmp: { folder, paths } },
    async filesOf({ path, id }) {
      const chats = dirname(path);
      const project = dirname(chats);
      // A resume may leave a second file of the same session.
      const end = `-${id.slice(0, 8)}.json`;
      const same = (await listFolder(chats)).filter((name) => name.replace(/l$/, "").endsWith(end));
      return {
        files: [path, ...same.map((name) => join(chats, name)), join(project, OWNER_FILE)],
        folders: [join(chats, id), join(project, "tool-outputs", `session-${id}`)],
      };
    },
  };
}
