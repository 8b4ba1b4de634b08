import { dirname, join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { AGENTS, kimiFolder, LOG, MAIN, STATE, sessionFolder } from "./locate.ts";

/** `kimi acp`. It knows a session by the file beside its agents, which names the folder. */
export const acpServer: AcpServer = {
  command: ["kimi", "acp"],
  // It puts a number before each.
  callOf: (shownId) => shownId.replace(/^\d+:/, ""),
  async copySession({ session_id, path, home, project }) {
    const environment = { home, env: {} };
    const folder = sessionFolder(environment, project, session_id);
    const main = join(folder, AGENTS, MAIN);
    const agents = { [MAIN]: { homedir: main, type: "main" } };
    const time = { createdAt: 0, updatedAt: 0 };
    const state = { id: session_id, version: 2, cwd: project, ...time, agents, custom: {} };
    return {
      files: [
        { path: join(main, LOG), file: path },
        { path: join(folder, STATE), text: JSON.stringify(state) },
        { path: join(kimiFolder(environment), "config.toml"), text: CONFIGURATION },
      ],
      variables: { KIMI_CODE_HOME: dirname(dirname(dirname(folder))) },
    };
  },
};

const CONFIGURATION = `default_model = "unused"
telemetry = false
[providers.unused]
type = "openai"
base_url = "${NOWHERE}"
api_key = "unused"
[models.unused]
provider = "unused"
model = "unused"
max_context_size = 200000
`;
