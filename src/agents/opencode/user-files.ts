import { join } from "node:path";
import type { UserFile, UserFiles } from "../user-files.ts";
import { dataFolder, opencodeProgram } from "./program.ts";

const KEYS = [
  "model",
  "small_model",
  "provider",
  "disabled_providers",
  "enabled_providers",
  "autoupdate",
  "share",
];

function settings(path: string): UserFile {
  return { kind: "settings", path, format: "json", keys: KEYS };
}

/** What opencode needs of its user's home to do a task. */
export const userFiles: UserFiles = {
  variables: [
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_DIR",
    "OPENCODE_DB",
  ],
  files(environment) {
    const { home, env } = environment;
    const folder = join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
    const state = join(env.XDG_STATE_HOME || join(home, ".local", "state"), "opencode");
    const named = env.OPENCODE_CONFIG || join(home, ".opencode-named-by-variable.json");
    return [
      { kind: "login", path: join(dataFolder(opencodeProgram, environment), "auth.json") },
      settings(join(folder, "config.json")),
      settings(join(folder, "opencode.json")),
      settings(join(folder, "opencode.jsonc")),
      { ...settings(named), variable: "OPENCODE_CONFIG" },
      // The model that was chosen last, which it takes where the settings name none.
      { kind: "settings", path: join(state, "model.json"), format: "json", keys: ["recent"] },
    ];
  },
};
