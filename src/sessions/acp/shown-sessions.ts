import { canList, listShownSessions, type ShownEntry } from "../../acp/list-sessions.ts";
import { receiveUpdates } from "../../acp/load-session.ts";
import type { AcpConnection } from "../../acp/open-connection.ts";
import { HoldallError } from "../../base/errors.ts";
import { emptyHeader } from "../../model/transcript.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { gatherUpdates } from "../../transcripts/acp/gather-updates.ts";
import { folderFilter } from "../agent-sessions.ts";
import type { NamedServer } from "./find-server.ts";
import { runServer } from "./run-server.ts";

/** The sessions that a server lists, newest first; some list those of one folder only. */
export async function listWithServer(
  context: OperationContext,
  server: NamedServer,
  folder: string,
): Promise<readonly ShownEntry[]> {
  const entries = await runServer(context, server, {
    work: (connection) => listShownSessions(connection, folder),
  });
  return entries.toSorted(newestFirst);
}

function newestFirst(left: ShownEntry, right: ShownEntry): number {
  return (right.updated_at ?? "").localeCompare(left.updated_at ?? "");
}

/** Lets a server show a session: the one with an id or its beginning, else its newest in this folder. */
export async function readWithServer(
  context: OperationContext,
  server: NamedServer,
  wanted: string | undefined,
) {
  const gatherer = gatherUpdates();
  const shown = receiveUpdates(gatherer.add);
  const { entry, identity } = await runServer(context, server, {
    onNotification: shown.onNotification,
    async work(connection) {
      const found = await findEntry(context, { server, connection, wanted });
      const cwd = found.cwd ?? context.cwd;
      await shown.load(connection, { session_id: found.id, cwd });
      return { entry: found, identity: connection.identity };
    },
  });
  const command = server.command.join(" ");
  const { items, tools, title, losses } = gatherer.result(server.name);
  if (!items.some(({ kind }) => kind === "message")) {
    const state = `it shows no message of session "${entry.id}"`;
    throw new HoldallError("E_EMPTY", `Cannot read with "${command}": ${state}`);
  }
  const header = {
    ...emptyHeader(`acp:${server.name}`, entry.id),
    agent_version: identity.version,
    cwd: entry.cwd,
    title: entry.title ?? title,
  };
  return {
    kind: "session" as const,
    agent: null,
    displayName: server.name,
    tools,
    session_id: entry.id,
    path: command,
    session: {
      header,
      findings: [],
      async *items() {
        yield* items;
      },
    },
    native: null,
    isStored: false,
    losses,
  };
}

interface Lookup {
  readonly server: NamedServer;
  readonly connection: AcpConnection;
  readonly wanted: string | undefined;
}

async function findEntry(
  context: OperationContext,
  { server, connection, wanted }: Lookup,
): Promise<ShownEntry> {
  if (!canList(connection)) {
    if (wanted === undefined) throw new Error("it cannot list sessions; give the id of one");
    return { id: wanted, cwd: null, title: null, updated_at: null };
  }
  const entries = (await listShownSessions(connection, context.cwd)).toSorted(newestFirst);
  const isHere = folderFilter(context.cwd);
  const fitting = entries.filter((entry) =>
    wanted === undefined ? isHere(entry) : entry.id.startsWith(wanted),
  );
  const exact = entries.find(({ id }) => id === wanted);
  const [first] = fitting;
  const isClear = wanted === undefined || fitting.length === 1;
  const found = exact ?? (isClear ? first : undefined);
  if (found !== undefined) return found;
  const which = wanted === undefined ? "a session of this folder" : `session "${wanted}"`;
  const state =
    fitting.length > 1
      ? `${fitting.length} ids begin with it`
      : `it lists ${entries.length} others`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find ${which} with ${server.name}: ${state}`, {
    cure: `see \`holdall sessions --all --acp "${server.command.join(" ")}"\``,
  });
}
