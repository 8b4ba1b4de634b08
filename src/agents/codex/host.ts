import { join } from "node:path";
import { readTable } from "../../base/toml-text.ts";
import type { AgentEnvironment } from "../agent.ts";
import { type AgentHost, type HostPlace, hookEvents, timedHookGroup } from "../host.ts";

/** The program's own folder. */
export function codexFolder({ home, env }: AgentEnvironment): string {
  return env.CODEX_HOME || join(home, ".codex");
}

function folderOf(place: HostPlace): string {
  return place.scope === "project" ? join(place.project, ".codex") : codexFolder(place);
}

const configOf = (place: HostPlace) => join(folderOf(place), "config.toml");

/** Codex as a host: servers in its TOML configuration, hooks in a JSON file. */
export const codexHost: AgentHost = {
  displayName: "Codex CLI",
  serverFile: configOf,
  serverFormat: "toml",
  hookFile: (place) => join(folderOf(place), "hooks.json"),
  hookEvents: ["SessionStart", "PreCompact"],
  hookGroup: timedHookGroup,
  remembersHooks: true,
  hookReview: {
    instruction: "start `codex` once and accept the hooks when it asks for a review",
    notesFile: (place) => configOf({ ...place, scope: "user" }),
    // Codex notes the answer with a hash of the hook. We look only for the note: whether the hook has
    // changed since then only Codex can tell.
    isApproved(notes, hookFile, [event, group, index]) {
      const name = hookEvents[event].replace("-", "_");
      const table = ["hooks", "state", `${hookFile}:${name}:${group}:${index}`];
      return readTable(notes, table)?.has("trusted_hash") ?? false;
    },
  },
};
