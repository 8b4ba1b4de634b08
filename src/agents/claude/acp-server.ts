import { basename, join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { projectsFolder } from "./locate.ts";
import { folderKey } from "./write/place.ts";
import { callId } from "./write/write.ts";

/** A server of its own package, which contains Claude Code; it finds a session in the folder of its project. */
export const acpServer: AcpServer = {
  command: ["claude-agent-acp"],
  npmPackage: "@agentclientprotocol/claude-agent-acp",
  planTools: ["TodoWrite", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet"],
  callId: (id, session_id) => callId(id, { session_id }),
  async copySession({ path, environment, home, project }) {
    const folder = join(projectsFolder({ home, env: {} }), folderKey(project));
    // The user's own choice of the Claude Code that it runs, for a package that was installed without one.
    const { CLAUDE_CODE_EXECUTABLE } = environment.env;
    return {
      files: [{ path: join(folder, basename(path)), file: path }],
      variables: {
        ANTHROPIC_API_KEY: "unused",
        ANTHROPIC_BASE_URL: NOWHERE,
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ...(CLAUDE_CODE_EXECUTABLE === undefined ? {} : { CLAUDE_CODE_EXECUTABLE }),
      },
    };
  },
};
