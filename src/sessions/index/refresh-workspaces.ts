import fs from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Ledger } from "../../ledger/ledger.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { projectOf } from "../../runtime/project-folder.ts";
import { storeChoice } from "../../runtime/store-input.ts";
import { explaining, openAt } from "../../runtime/workspace.ts";
import { isUrl, locateStore } from "../../stores/locate.ts";
import type { Entry } from "./item-text.ts";
import { readWorkspace, type WorkspaceSource } from "./read-workspace.ts";
import { removeSource } from "./remove-source.ts";
import {
  INSERT_WORKSPACE_SOURCE,
  SELECT_ALL_PLACES,
  SELECT_WORKSPACE,
  SELECT_WORKSPACE_SOURCES,
  WRITE_WORKSPACE,
} from "./tables.ts";
import { transact } from "./transact.ts";
import { createEntryWriter } from "./write-session.ts";

/**
 * Brings the workspaces of this machine up to date: the chosen one, and those of folders in which sessions took
 * place. Returns the numbers of everything in them.
 */
export async function refreshWorkspaces(
  context: OperationContext,
  database: DatabaseSync,
  store: string | undefined,
): Promise<ReadonlySet<number>> {
  const present = new Set<number>();
  for (const location of locateWorkspaces(context, database, store)) {
    context.signal.throwIfAborted();
    await refreshWorkspace(context, database, location);
    for (const { source } of database.prepare(SELECT_WORKSPACE_SOURCES).all(location)) {
      present.add(Number(source));
    }
  }
  return present;
}

/** Only folders: a database server is asked for when it is the chosen workspace's own. */
function locateWorkspaces(
  context: OperationContext,
  database: DatabaseSync,
  store: string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>();
  const chosen = locateStore(storeChoice(context, store));
  if (chosen !== null && !isUrl(chosen)) found.add(chosen);
  const folders = new Set<string>();
  for (const { cwd } of database.prepare(SELECT_ALL_PLACES).iterate()) {
    if (typeof cwd === "string" && path.isAbsolute(cwd)) folders.add(cwd);
  }
  for (const cwd of folders) {
    const location = locateStore({ cwd });
    if (location !== null) found.add(location);
  }
  return found;
}

async function refreshWorkspace(
  context: OperationContext,
  database: DatabaseSync,
  location: string,
): Promise<void> {
  const stamp = stampOf(location);
  if (stamp === database.prepare(SELECT_WORKSPACE).get(location)?.stamp) return;
  context.progress(`indexing workspace ${location}`);
  const known = knownStamps(database, location);
  const update = await readAt(context, location, known);
  if (update !== null) writeWorkspace(database, { location, stamp, ...update }, context.cwd);
}

/** The sources of a workspace that are indexed, with the stamps for which they were. */
function knownStamps(database: DatabaseSync, location: string): ReadonlyMap<string, Known> {
  const rows = database.prepare(SELECT_WORKSPACE_SOURCES).all(location);
  return new Map(
    rows.map(({ source, kind, id, stamp }) => [
      `${kind} ${id}`,
      { source: Number(source), stamp: String(stamp) },
    ]),
  );
}

interface Known {
  readonly source: number;
  readonly stamp: string;
}

/** The files of the database: a commit changes one of them. */
function stampOf(location: string): string {
  const files = fs.readdirSync(location).filter((name) => /sqlite(?:-wal)?$/.test(name));
  return files
    .sort()
    .map((name) => {
      const stats = fs.statSync(path.join(location, name), { throwIfNoEntry: false });
      return `${name}:${stats?.size}:${stats?.mtimeMs}:${stats?.ino}`;
    })
    .join(" ");
}

/** What changed in a workspace since it was indexed. */
interface WorkspaceUpdate {
  readonly gone: readonly number[];
  readonly changed: readonly {
    readonly source: WorkspaceSource;
    readonly entries: readonly Entry[];
  }[];
}

/** One that cannot be read hides nothing else; what it hides itself is said. */
async function readAt(
  context: OperationContext,
  location: string,
  known: ReadonlyMap<string, Known>,
): Promise<WorkspaceUpdate | null> {
  try {
    const ledger = await openAt(context, location);
    try {
      return await explaining(ledger, (open) => compareWorkspace(open, known));
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    context.note(`Cannot search the workspace "${location}": ${error.message}`);
    return null;
  }
}

async function compareWorkspace(
  ledger: Ledger,
  known: ReadonlyMap<string, Known>,
): Promise<WorkspaceUpdate> {
  const gone = new Set([...known.values()].map(({ source }) => source));
  const changed: WorkspaceUpdate["changed"][number][] = [];
  for (const source of await readWorkspace(ledger)) {
    const before = known.get(`${source.kind} ${source.id}`);
    if (before?.stamp === source.stamp) gone.delete(before.source);
    else changed.push({ source, entries: await source.entries() });
  }
  return { gone: [...gone], changed };
}

function writeWorkspace(
  database: DatabaseSync,
  { location, stamp, gone, changed }: WorkspaceUpdate & { location: string; stamp: string },
  cwd: string,
): void {
  transact(database, () => {
    for (const source of gone) removeSource(database, source);
    const insert = database.prepare(INSERT_WORKSPACE_SOURCE);
    const writer = createEntryWriter(database);
    const project = projectOf(location, cwd);
    for (const { source, entries } of changed) {
      const { kind, id, title, modified_ms } = source;
      const cut = entries.filter(({ isCut }) => isCut).length;
      const row = insert.get(
        kind,
        kind,
        location,
        id,
        source.stamp,
        project,
        modified_ms,
        title,
        cut,
      );
      writer.add(Number(row?.source), entries, title);
    }
    writer.insertTerms();
    database.prepare(WRITE_WORKSPACE).run(location, stamp);
  });
}
