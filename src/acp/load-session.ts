import { setTimeout as sleep } from "node:timers/promises";
import { isObject, type JsonObject } from "../base/json/value.ts";
import {
  type AcpConnection,
  type ConnectionRequest,
  type ServerIdentity,
  withConnection,
} from "./open-connection.ts";

/** A session that a server is asked for. */
export interface LoadedSession {
  readonly session_id: string;
  /** The folder that the session is loaded for. */
  readonly cwd: string;
}

/** A server that is started, and the session that it is asked for. */
export interface LoadRequest extends Omit<ConnectionRequest, "onNotification">, LoadedSession {
  /** Called for every update of this session, in order. */
  onUpdate(update: JsonObject): void;
}

/** Some servers answer first and show the session afterwards: it is complete when nothing comes for this long. */
const QUIET_MS = 1500;
/** Maximum time for showing one session; a server that goes on sending is ended. */
const MAX_SHOWING_MS = 100_000;
/** Maximum number of updates of one session; more are refused. */
const MAX_UPDATES = 2_000_000;

/**
 * Starts a server of the Agent Client Protocol, lets it load a session and show it, and ends it. Rejects when the
 * server does not start, refuses, cannot load sessions, or does not finish showing this one.
 */
export function loadSession(request: LoadRequest): Promise<ServerIdentity> {
  const shown = receiveUpdates(request.onUpdate);
  return withConnection({ ...request, onNotification: shown.onNotification }, async (server) => {
    await shown.load(server, request);
    return server.identity;
  });
}

/** Receives what a server shows of the one session that it is asked to load. */
export function receiveUpdates(onUpdate: LoadRequest["onUpdate"]) {
  let wanted: string | null = null;
  let lastUpdate = 0;
  let updates = 0;
  return {
    onNotification(method: string, params: unknown): void {
      if (method !== "session/update" || !isObject(params)) return;
      if (params.sessionId !== wanted || !isObject(params.update)) return;
      lastUpdate = performance.now();
      if (++updates <= MAX_UPDATES) onUpdate(params.update);
    },
    async load(server: AcpConnection, { session_id, cwd }: LoadedSession): Promise<void> {
      if (server.capabilities.loadSession !== true) throw new Error("it cannot load sessions");
      wanted = session_id;
      await server.ask("session/load", { sessionId: session_id, cwd, mcpServers: [] });
      const answered = performance.now();
      lastUpdate = answered;
      while (performance.now() - lastUpdate < QUIET_MS) {
        if (server.hasEnded()) throw new Error("it ended while it showed the session");
        const isEndless = performance.now() - answered > MAX_SHOWING_MS;
        if (isEndless || updates > MAX_UPDATES) throw new Error("it does not stop to show updates");
        await sleep(QUIET_MS / 10);
      }
    },
  };
}
