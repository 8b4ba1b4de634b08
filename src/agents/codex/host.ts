import { join } from "node:path";
import type { TomlPath } from "../../base/toml-statements.ts";
import { readTable, removeTable } from "../../base/toml-text.ts";
import type { AgentEnvironment } from "../agent.ts";
import {
  type AgentHost,
  type HookPosition,
  type HostPlace,
  serverEntry,
  timedHookGroup,
} from "../host.ts";

/** The program's own folder. */
export function codexFolder({ home, env }: AgentEnvironment): string {
  return env.CODEX_HOME || join(home, ".codex");
}

function folderOf(place: HostPlace): string {
  return place.scope === "project" ? join(place.project, ".codex") : codexFolder(place);
}

const configOf = (place: HostPlace) => join(folderOf(place), "config.toml");

/** The table in which Codex notes the answer to a review of a hook. */
function approvalOf(hookFile: string, [event, group, index]: HookPosition): TomlPath {
  return ["hooks", "state", `${hookFile}:${event.replace("-", "_")}:${group}:${index}`];
}

/** Codex as a host: servers in its TOML configuration, hooks in a JSON file. */
export const codexHost: AgentHost = {
  displayName: "Codex CLI",
  servers: { file: configOf, format: "toml", key: "mcp_servers", entry: serverEntry },
  hooks: {
    kind: "list",
    file: (place) => join(folderOf(place), "hooks.json"),
    events: {
      "session-start": "SessionStart",
      "pre-compact": "PreCompact",
      "session-end": "SessionEnd",
    },
    element: timedHookGroup,
    review: {
      scopes: ["user", "project"],
      instruction: "start `codex` once and accept the hooks when it asks for a review",
      notesFile: (place) => configOf({ ...place, scope: "user" }),
      // Codex notes the answer with a hash of the hook. We look only for the note: whether the hook
      // has changed since then only Codex knows.
      isApproved: (notes, ...hook) =>
        readTable(notes, approvalOf(...hook))?.has("trusted_hash") ?? false,
      forget: (notes, ...hook) => removeTable(notes, approvalOf(...hook)),
    },
  },
  trust: {
    instruction: ({ project }) =>
      `start \`codex\` in ${project} once and answer that you trust it: until then it loads nothing of the project's .codex`,
    notesFile: (place) => configOf({ ...place, scope: "user" }),
    isTrusted: (notes, folder) =>
      /^["']trusted["']/.test(readTable(notes, ["projects", folder])?.get("trust_level") ?? ""),
  },
  remembersHooks: true,
};
