import { join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { geminiFolder } from "./host.ts";
import { OWNER_FILE } from "./locate.ts";

/** It refuses to load a session without a way to log in, and by default it deletes old sessions. */
const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { sessionRetention: { enabled: false }, disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
};

/** `gemini --acp`. It shows no arguments of calls, and finds a session by the folder that owns it. */
export const acpServer: AcpServer = {
  command: ["gemini", "--acp"],
  async copySession({ session_id, path, home, project }) {
    const shortId = session_id.slice(0, 8);
    const folder = geminiFolder({ home, env: {} });
    const store = join(folder, "tmp", "project");
    return {
      files: [
        { path: join(folder, "settings.json"), text: JSON.stringify(SETTINGS) },
        {
          path: join(folder, "projects.json"),
          text: JSON.stringify({ projects: { [project]: "project" } }),
        },
        { path: join(store, OWNER_FILE), text: project },
        // It begins a file under the name of this minute, also over one that is there.
        { path: join(store, "chats", `session-2000-01-01T00-00-${shortId}.jsonl`), file: path },
      ],
      variables: {
        GEMINI_API_KEY: "unused",
        GOOGLE_GEMINI_BASE_URL: NOWHERE,
        GEMINI_CLI_TRUST_WORKSPACE: "true",
      },
    };
  },
};
