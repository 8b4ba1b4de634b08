import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../agents/agent.ts";
import { isChain } from "../backup/layout.ts";
import { defaultBackup } from "../backup/open-backup.ts";
import { randomName } from "../base/hash.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { stateFolder } from "../disk/user-folder.ts";
import { createFile, createFolders } from "../durable/files.ts";
import { userConfigFor } from "../runtime/config.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";

/** The id of this machine in backups, which is created when it is first asked for. */
export function machineId(environment: AgentEnvironment): string {
  const file = path.join(stateFolder(environment), "machine");
  const known = readId(file);
  if (known !== null) return known;
  createFolders(path.dirname(file), 0o700);
  createFile(file, randomName(), { mode: 0o600, temporary: temporaryBeside(file) });
  const created = readId(file);
  if (created === null) throw new Error(`"${file}" is no id of a machine`);
  return created;
}

/** The id of this machine; null as long as it has kept nothing. */
export function knownMachine(environment: AgentEnvironment): string | null {
  return readId(path.join(stateFolder(environment), "machine"));
}

function readId(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > 100) return null;
  const text = fs.readFileSync(file, "utf8").trim();
  return isChain(text) ? text : null;
}

/** The folder of the backup: the one that was named, else the one in the user's settings, else the usual one. */
export function backupFolder(context: OperationContext, named: string | undefined): string {
  if (named !== undefined) return path.resolve(context.cwd, named);
  return userConfigFor(context).keep.folder ?? defaultBackup(agentEnvironment(context));
}
