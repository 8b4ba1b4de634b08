import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentHost, HostPlace } from "../host.ts";

/** The settings of a user. */
function userFolder({ home, env }: HostPlace): string {
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
}

/** Its configuration; one with comments has a name of its own, and is used where it is. */
function configOf(place: HostPlace): string {
  const folder = place.scope === "project" ? place.project : userFolder(place);
  const commented = join(folder, "opencode.jsonc");
  return existsSync(commented) ? commented : join(folder, "opencode.json");
}

/** opencode as a host: servers in its configuration, hooks as a plugin that it loads by itself. */
export const opencodeHost: AgentHost = {
  displayName: "opencode",
  servers: {
    file: configOf,
    format: "json",
    key: "mcp",
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args] }),
  },
  hooks: {
    kind: "plugin",
    file: (place) =>
      place.scope === "project"
        ? join(place.project, ".opencode", "plugins", "holdall.js")
        : join(userFolder(place), "plugins", "holdall.js"),
    events: ["session-start", "pre-compact"],
    // What is added to the instructions is not kept in the session, so it is added to every request,
    // except to the one that only asks for a title.
    code: `export const Holdall = async ({ directory }) => {
  const restored = new Map();
  return {
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (output.system.some((text) => text.includes("You are a title generator"))) return;
      const call = { cwd: directory, session_id: sessionID };
      if (!restored.has(sessionID)) restored.set(sessionID, hook("session-start", call));
      const text = await restored.get(sessionID);
      if (text !== "") output.system.push(text);
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      await hook("pre-compact", { cwd: directory, session_id: sessionID });
      restored.delete(sessionID);
    },
  };
};
`,
  },
  remembersHooks: false,
};
