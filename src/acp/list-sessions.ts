import { isObject } from "../base/json/value.ts";
import type { AcpConnection } from "./open-connection.ts";

/** A session in the list of a server. */
export interface ShownEntry {
  readonly id: string;
  readonly cwd: string | null;
  readonly title: string | null;
  /** When it was last written to, as RFC 3339. */
  readonly updated_at: string | null;
}

const MAX_PAGES = 1000;
const MAX_SESSIONS = 100_000;
const MAX_TEXT = 4096;

/** Whether a server lists its sessions. */
export function canList({ capabilities }: Pick<AcpConnection, "capabilities">): boolean {
  const { sessionCapabilities } = capabilities;
  return isObject(sessionCapabilities) && isObject(sessionCapabilities.list);
}

/**
 * Every session that a server lists, in its order; of a server that lists those of one folder only, those of `cwd`.
 * Rejects when it cannot list, and when its pages never end.
 */
export async function listShownSessions(
  server: AcpConnection,
  cwd: string,
): Promise<readonly ShownEntry[]> {
  if (!canList(server)) throw new Error("it cannot list sessions");
  const all = await readPages(server, {});
  // Some servers know the sessions of the folder only that they are asked for.
  const here = await readPages(server, { cwd });
  return [...new Map([...all, ...here].map((entry) => [entry.id, entry])).values()];
}

async function readPages(
  server: AcpConnection,
  params: { readonly cwd?: string },
): Promise<readonly ShownEntry[]> {
  const entries: ShownEntry[] = [];
  const cursors = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: unknown = await server.ask(
      "session/list",
      cursor === null ? params : { ...params, cursor },
    );
    const { sessions, nextCursor }: Record<string, unknown> = isObject(page) ? page : {};
    if (!Array.isArray(sessions)) throw new Error("its list of sessions is no list");
    entries.push(...sessions.slice(0, MAX_SESSIONS).flatMap(readEntry));
    cursor = typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : null;
    const isRepeated = cursor !== null && cursors.has(cursor);
    if (isRepeated || cursors.size > MAX_PAGES || entries.length > MAX_SESSIONS) {
      throw new Error("its list of sessions does not end");
    }
    if (cursor !== null) cursors.add(cursor);
  } while (cursor !== null);
  return entries;
}

function readEntry(value: unknown): readonly ShownEntry[] {
  if (!isObject(value) || typeof value.sessionId !== "string" || value.sessionId === "") return [];
  if (value.sessionId.length > MAX_TEXT) return [];
  const textOf = (text: unknown) =>
    typeof text === "string" && text !== "" ? text.slice(0, MAX_TEXT) : null;
  const time = Date.parse(textOf(value.updatedAt) ?? "");
  return [
    {
      id: value.sessionId,
      cwd: textOf(value.cwd),
      title: textOf(value.title),
      updated_at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    },
  ];
}
