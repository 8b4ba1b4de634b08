import fs from "node:fs";
import path from "node:path";

/** Makes a folder the home of the user's own settings, for this process, and writes them. */
export function writeUserConfig(folder: string, text: string): void {
  process.env.XDG_CONFIG_HOME = folder;
  fs.mkdirSync(path.join(folder, "holdall"), { recursive: true });
  fs.writeFileSync(path.join(folder, "holdall", "config.yaml"), text);
}
