import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { OperationContext } from "../runtime/operation-context.ts";
import { listSessions, type SessionList } from "./index/list-sessions.ts";
import { withIndex } from "./index/open-index.ts";
import { isTaskRun } from "./task-runs.ts";

/** A folder in which agents have worked. */
export const projectSchema = () =>
  z.object({
    /** Names the folder to a server, which opens no folder by its path. */
    id: z.string(),
    folder: z.string(),
    /** The last part of the folder's path. */
    name: z.string(),
    sessions: z.number(),
    /** When one of its sessions was last written to; null for the current folder without one. */
    modified_at: z.string().nullable(),
    /** Whether it is the current folder. */
    here: z.boolean(),
  });

/** A folder in which agents have worked. */
export type Project = z.infer<ReturnType<typeof projectSchema>>;

/** Folders that are looked at, however many sessions name others. */
const MAX_FOLDERS = 5_000;

/**
 * The folders that sessions name, newest first, and the current one. A session is data of whoever wrote it: only
 * folders of this user that are there are listed.
 */
export async function listProjects(
  context: OperationContext,
  limit: number,
): Promise<readonly Project[]> {
  const counts = await withIndex(context, async (database) => {
    const { sessions } = await listSessions(context, database, null);
    return countFolders(sessions, context.cwd);
  });
  const here = path.resolve(context.cwd);
  if (!counts.has(here)) counts.set(here, { sessions: 0, modified_ms: null });
  const projects: Project[] = [];
  for (const [folder, { sessions, modified_ms }] of counts) {
    const isHere = folder === here;
    if (!isHere && (projects.length >= limit || !isOwnFolder(folder))) continue;
    projects.push({
      id: projectId(folder),
      folder,
      name: path.basename(folder) || folder,
      sessions,
      modified_at: modified_ms === null ? null : new Date(modified_ms).toISOString(),
      here: isHere,
    });
  }
  return projects;
}

/** Names a folder without its path. */
function projectId(folder: string): string {
  return hash("sha256", folder).slice(0, 16);
}

/** Whether a path is a folder, not a link to one, that belongs to the user who runs this program. */
export function isOwnFolder(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const user = process.getuid?.();
  return user === undefined || found.uid === user;
}

interface FolderCount {
  sessions: number;
  readonly modified_ms: number | null;
}

/** Sessions of each folder, the folder of the newest session first. */
function countFolders(list: SessionList, here: string): Map<string, FolderCount> {
  const counts = new Map<string, FolderCount>();
  for (let rank = 0; rank < list.length; rank++) {
    const cwd = list.cwdAt(rank);
    // A folder of another system, such as D:\\work, is no name in the current one.
    if (cwd === null || !path.isAbsolute(cwd) || isTaskRun({ cwd }, here)) continue;
    const folder = path.resolve(cwd);
    const known = counts.get(folder);
    if (known !== undefined) known.sessions++;
    else if (counts.size < MAX_FOLDERS) {
      counts.set(folder, { sessions: 1, modified_ms: list.modifiedAt(rank) });
    }
  }
  return counts;
}
