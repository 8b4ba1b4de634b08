import { join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { EVENTS, sessionsFolder } from "./locate.ts";

/** `copilot --acp`. It unpacks itself into its cache, which is the user's own: 230 MB. */
export const acpServer: AcpServer = {
  command: ["copilot", "--acp"],
  async copySession({ session_id, path, environment, home }) {
    const folder = join(sessionsFolder({ home, env: {} }), session_id);
    const { env } = environment;
    const caches = env.XDG_CACHE_HOME || join(environment.home, ".cache");
    return {
      files: [{ path: join(folder, EVENTS), file: path }],
      variables: {
        COPILOT_CACHE_HOME: env.COPILOT_CACHE_HOME || join(caches, "copilot"),
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: NOWHERE,
        COPILOT_PROVIDER_API_KEY: "unused",
        COPILOT_MODEL: "unused",
      },
    };
  },
};
