import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { isChain } from "../../backup/layout.ts";
import { defaultBackup } from "../../backup/open-backup.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** The folder in which this user keeps sessions: the one in the settings, else the usual one. */
export function usualBackup(context: OperationContext, environment: AgentEnvironment): string {
  return userConfigFor(context).keep.folder ?? defaultBackup(environment);
}

/** The file with the id of this machine. */
export function machineFile(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "machine");
}

/** The id of this machine; null as long as it has kept nothing. */
export function knownMachine(environment: AgentEnvironment): string | null {
  const file = machineFile(environment);
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > 100) return null;
  const text = fs.readFileSync(file, "utf8").trim();
  return isChain(text) ? text : null;
}
