/**
 * The projects that a person can switch to without another server. A request names one by an id of the server's own
 * list, never by a path: sessions name the folders, and anyone may have written a session, so that only folders of
 * this user are in the list.
 */

import type { IncomingMessage } from "node:http";
import type { TurnQueue } from "../runtime/turn-queue.ts";
import { isOwnFolder, listProjects } from "../sessions/list-projects.ts";
import { contextOf } from "./call.ts";
import type { Caller } from "./caller.ts";
import type { ApiSettings } from "./settings.ts";

/** The header in which the app names a project. */
const HEADER = "holdall-project";
const MAX_PROJECTS = 1_000;
const ID = /^[0-9a-f]{16}$/;

/** What differs between the projects of a server. */
export type ServedProject = Pick<ApiSettings, "cwd" | "store">;

/** Finds the project that a request is about. */
export interface ServedProjects {
  /** The folder of the server unless the header names another; null for one that cannot be opened. */
  find(request: Pick<IncomingMessage, "headers">, caller: Caller): Promise<ServedProject | null>;
}

/** Remembers which folder each id means. Programs and models stay in the folder of the server. */
export function createServedProjects(settings: ApiSettings, inTurn: TurnQueue): ServedProjects {
  const own: ServedProject = { cwd: settings.cwd, store: settings.store };
  const folders = new Map<string, string>();

  async function list(): Promise<void> {
    const context = contextOf(
      { caller: "person", agent: null, settings },
      new AbortController().signal,
      null,
    );
    const projects = await inTurn(() => listProjects(context, MAX_PROJECTS), "urgent");
    for (const { id, folder } of projects) folders.set(id, folder);
  }

  return {
    async find({ headers }, caller) {
      const id = headers[HEADER];
      if (id === undefined) return own;
      if (caller !== "person" || typeof id !== "string" || !ID.test(id)) return null;
      if (!folders.has(id)) await list();
      const folder = folders.get(id);
      if (folder === undefined) return null;
      if (folder === settings.cwd) return own;
      return isOwnFolder(folder) ? { cwd: folder, store: undefined } : null;
    },
  };
}
