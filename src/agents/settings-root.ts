import { join } from "node:path";
import type { AgentEnvironment } from "./agent.ts";

/** Where desktop programs keep their settings: by the system's custom, which knows no project. */
export function settingsRoot(
  { home, env }: AgentEnvironment,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env.APPDATA || join(home, "AppData", "Roaming");
  return env.XDG_CONFIG_HOME || join(home, ".config");
}
