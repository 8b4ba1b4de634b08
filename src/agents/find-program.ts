import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentEnvironment } from "./agent.ts";

/** Where a program is on the search path; null when it is not there. */
export async function findProgram(
  name: string,
  env: AgentEnvironment["env"],
): Promise<string | null> {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    // A relative folder would start whatever lies in the project.
    if (isAbsolute(folder) && (await isProgram(path))) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
