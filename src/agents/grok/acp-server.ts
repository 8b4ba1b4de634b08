import { dirname, join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { CHAT, grokFolder, projectFolder, SUMMARY, UPDATES } from "./locate.ts";

/** `grok agent stdio`. It knows a session by the file beside its logs, and shows one of them. */
export const acpServer: AcpServer = {
  command: ["grok", "agent", "stdio"],
  async copySession({ session_id, path, home, project }) {
    const environment = { home, env: {} };
    const folder = join(projectFolder(environment, project), session_id);
    const time = new Date(0).toISOString();
    const summary = {
      info: { id: session_id, cwd: project },
      session_summary: "",
      created_at: time,
      updated_at: time,
      num_messages: 0,
      num_chat_messages: 0,
      current_model_id: "unused",
      chat_format_version: 1,
    };
    return {
      files: [
        { path: join(folder, CHAT), file: path },
        { path: join(folder, UPDATES), file: join(dirname(path), UPDATES) },
        { path: join(folder, SUMMARY), text: JSON.stringify(summary) },
        { path: join(grokFolder(environment), "config.toml"), text: CONFIGURATION },
      ],
      variables: { GROK_HOME: grokFolder(environment), UNUSED_KEY: "unused" },
    };
  },
};

const CONFIGURATION = `[models]
default = "unused"
[model.unused]
model = "unused"
base_url = "${NOWHERE}"
env_key = "UNUSED_KEY"
name = "Unused"
context_window = 200000
`;
