import path from "node:path";
import type { AgentEnvironment } from "../agents/agent.ts";
import { randomName } from "../base/hash.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFile, createFolders } from "../durable/files.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { knownMachine, machineFile, usualBackup } from "../sessions/kept/usual-backup.ts";

/** The id of this machine in backups, which is created when it is first asked for. */
export function machineId(environment: AgentEnvironment): string {
  const file = machineFile(environment);
  const known = knownMachine(environment);
  if (known !== null) return known;
  createFolders(path.dirname(file), 0o700);
  createFile(file, randomName(), { mode: 0o600, temporary: temporaryBeside(file) });
  const created = knownMachine(environment);
  if (created === null) throw new Error(`"${file}" is no id of a machine`);
  return created;
}

/** The folder of the backup: the one that was named, else the one in the user's settings, else the usual one. */
export function backupFolder(context: OperationContext, named: string | undefined): string {
  if (named !== undefined) return path.resolve(context.cwd, named);
  return usualBackup(context, agentEnvironment(context));
}
