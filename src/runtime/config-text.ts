import fs from "node:fs";
import path from "node:path";
import { readSmallFile } from "../disk/small-file.ts";
import { userFolder } from "../disk/user-folder.ts";

/** The name of the user's own file, in its folder. */
export const USER_CONFIG_FILE = "config.yaml";

/** The folder of the user's own file: `$XDG_CONFIG_HOME/holdall`, else `~/.config/holdall`. */
export function userConfigFolder(): string {
  const named = process.env.XDG_CONFIG_HOME ?? "";
  // The XDG specification ignores a relative path; it could also lie in a project.
  const base = path.isAbsolute(named) ? named : path.join(userFolder(), ".config");
  return path.join(base, "holdall");
}

const MAX_BYTES = 1024 * 1024;

/** The text of a configuration file; empty if there is none. */
export function readConfigText(folder: string, name: string): string {
  if (!fs.existsSync(path.join(folder, name))) return "";
  return readSmallFile(folder, name, { what: "configuration", maxBytes: MAX_BYTES }).text;
}
