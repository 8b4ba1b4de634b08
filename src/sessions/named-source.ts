import fs from "node:fs";
import path from "node:path";
import type { SessionSource } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import { isAgentId } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { createFindings } from "../base/findings.ts";
import type { JsonObject } from "../base/json/value.ts";
import { isArchiveName } from "../bundles/archive-name.ts";
import { detectFormat } from "../bundles/detect.ts";
import { contentStamp } from "../disk/content-stamp.ts";
import { folderFiles, singleFile } from "../disk/folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { isAtif } from "../transcripts/read-atif.ts";
import type { AcpChoice } from "./acp/acp-input.ts";
import { findNamedServer, isServerName, type NamedServer } from "./acp/find-server.ts";
import { LAST, recogniseSession, resolveSession } from "./agent-sessions.ts";
import { newestHere } from "./copies/newest-session.ts";
import type { TitledSession } from "./pick-session.ts";

/** What FROM names. A path is looked at before a name. */
export type NamedSource =
  | ({ readonly kind: "session" } & AgentSession)
  | { readonly kind: "trajectory"; readonly path: string; readonly document: JsonObject }
  | { readonly kind: "bundle" | "log"; readonly path: string }
  | { readonly kind: "shown"; readonly server: NamedServer; readonly wanted: string | undefined };

/**
 * Finds what an argument names: an agent's session by path, agent or id, a trajectory, a bundle, or a rip-style log; or a
 * session of a server that the user names beside it, or in the configuration.
 */
export async function nameSource(
  context: OperationContext,
  name: string,
  choice: AcpChoice = {},
): Promise<NamedSource> {
  const { session } = choice;
  // A path leads anywhere, a number or a title to sessions of other folders, and a server is a program.
  if (context.roots !== null) {
    return { kind: "session", ...(await resolveNewest(context, name, session)) };
  }
  const server = await serverNamed(context, name, choice);
  if (server !== null) return { kind: "shown", ...server };
  const place = path.resolve(context.cwd, name);
  const there = isAgentId(name) ? undefined : fs.statSync(place, { throwIfNoEntry: false });
  if (there === undefined) {
    return { kind: "session", ...(await findNamedSession(context, name, session)) };
  }
  // Some agents keep a session as a tree of files.
  const found = await recogniseSession(place, session);
  if (found !== null) return { kind: "session", ...found };
  if (there.isDirectory()) {
    return { kind: (await isLog(place)) ? "log" : "bundle", path: place };
  }
  if (isArchiveName(place)) return { kind: "bundle", path: place };
  const named = there.isFile() ? await nameFile(place, there.size) : null;
  if (named !== null) return named;
  const state = "it is neither a session of a known agent nor a bundle";
  throw new HoldallError("E_FORMAT", `Cannot read "${name}": ${state}`, {
    cure: "`holdall sessions` lists sessions, `holdall formats` lists formats",
  });
}

/** The server that is to show a session; null when the session is read without one. */
async function serverNamed(context: OperationContext, name: string, choice: AcpChoice) {
  const { acp, "acp-live": isLive = false, session } = choice;
  if (acp === undefined && !isServerName(context, name)) return null;
  const server = await findNamedServer(context, acp ?? name, isLive);
  const isNewest = name === LAST || name === server.name || acp === undefined;
  return { server, wanted: session ?? (isNewest ? undefined : name) };
}

/** A number of a list of sessions; an id would have a leading zero, letters or more digits. */
const NUMBER = /^[1-9]\d{0,2}$/;

/**
 * A session by agent, `last`, id or its beginning, else by its number in the list that was last shown or by its
 * title. Unless it was named by its id, a note reports which one it is.
 */
export async function findNamedSession(
  context: OperationContext,
  name: string,
  session: string | undefined,
): Promise<AgentSession> {
  const { found, title } = await pickSession(context, name, session);
  if (found.isStored && found.session.id !== (session ?? name)) {
    const { notePicked } = await import("./note-picked.ts");
    await notePicked(context, found, title);
  }
  return found;
}

async function pickSession(
  context: OperationContext,
  name: string,
  session: string | undefined,
): Promise<TitledSession> {
  if (session === undefined && NUMBER.test(name)) {
    const { sessionWithNumber } = await import("./pick-session.ts");
    return sessionWithNumber(context, name);
  }
  try {
    return { found: await resolveNewest(context, name, session), title: null };
  } catch (error) {
    const isUnknown = error instanceof HoldallError && error.code === "E_NOT_FOUND";
    if (!isUnknown || session !== undefined || isAgentId(name)) throw error;
    const { sessionWithTitle } = await import("./pick-session.ts");
    const titled = await sessionWithTitle(context, name);
    if (titled === null) throw error;
    return titled;
  }
}

/** The newest session here for `last` or an agent alone; for any other name, and without one, as `resolveSession()`. */
async function resolveNewest(
  context: OperationContext,
  name: string,
  session: string | undefined,
): Promise<AgentSession> {
  const isNewest = session === undefined && (name === LAST || isAgentId(name));
  const newest = isNewest ? await newestHere(context, isAgentId(name) ? name : null) : null;
  return newest ?? resolveSession(context, name, session);
}

/** A rip-style log has its events on top; so has a task bundle, which has other files beside them. */
async function isLog(folder: string): Promise<boolean> {
  if (!fs.existsSync(path.join(folder, "events.jsonl"))) return false;
  return (await detectFormat(folderFiles(folder), createFindings("lenient"))) === null;
}

/** The largest trajectory that is read: it is one document, kept in memory. */
const MAX_TRAJECTORY_BYTES = 256 * 1024 * 1024;

/** A single file that no agent knows: a trajectory or a bundle in one document. */
async function nameFile(file: string, bytes: number): Promise<NamedSource | null> {
  const document = bytes > MAX_TRAJECTORY_BYTES ? null : trajectoryAt(file);
  if (document !== null) return { kind: "trajectory", path: file, document };
  const format = await detectFormat(singleFile(file), createFindings("lenient"));
  return format === null ? null : { kind: "bundle", path: file };
}

function trajectoryAt(file: string): JsonObject | null {
  if (!/\.json$/i.test(file)) return null;
  try {
    const document: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    return isAtif(document) ? document : null;
  } catch {
    return null; // What it is instead is found out by who reads it next.
  }
}

/** What a handoff or an import of FROM would read now: which session or bundle it is, and in which content. */
export async function sourceBasis(
  context: OperationContext,
  from: string,
  choice: AcpChoice,
): Promise<unknown> {
  const named = await nameSource({ ...context, note: () => {} }, from, choice);
  if (named.kind === "shown") return [named.kind, named.server.command, named.wanted];
  if (named.kind !== "session") return [named.kind, named.path, await contentStamp(named.path)];
  const { id, bytes, modified_ms } = named.session;
  if (named.kept !== undefined) return { agent: named.agent.id, id, bytes, modified_ms };
  const stamps = await stampsOf(await named.agent.open(named.session));
  return { agent: named.agent.id, id, bytes, modified_ms, stamps };
}

/** What changes with the files of a session. Null for a database, which has other sessions, too. */
export async function stampsOf({ session, files }: SessionSource): Promise<unknown> {
  const { path: main, bytes } = session;
  const folder = path.dirname(main);
  const places = new Set([main, ...files.map((file) => path.resolve(folder, file.path))]);
  const stats = fs.statSync(main, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size !== bytes) return null;
  return Promise.all([...places].toSorted().map(contentStamp));
}
