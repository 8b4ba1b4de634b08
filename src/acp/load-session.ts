import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../base/json/value.ts";
import { openLineRpc } from "../programs/line-rpc.ts";
import type { ProgramOrder } from "../programs/program-order.ts";
import { startProgram } from "../programs/start-program.ts";
import { readUpdate, type SessionUpdate } from "./session-update.ts";

/** A server that is started, and the session that it is asked for. */
export interface LoadRequest {
  readonly server: Omit<ProgramOrder, "timeoutMs">;
  readonly session_id: string;
  /** The folder that the session is loaded for. */
  readonly cwd: string;
  onUpdate(update: SessionUpdate): void;
}

/** The name and version under which a server introduces itself; null where it does not. */
export interface ServerIdentity {
  readonly name: string | null;
  readonly version: string | null;
}

/** The first start of a new version may take a while, and a long session as well. */
const TIMEOUT_MS = 120_000;
/** Some servers answer first and show the session afterwards: it is complete when nothing comes for this long. */
const QUIET_MS = 1500;
const LIMITS = { maxLineBytes: 64 * 1024 * 1024, maxBytes: 512 * 1024 * 1024 };

/** The version of the Agent Client Protocol that is spoken here. */
const PROTOCOL_VERSION = 1;
/** Nothing is offered to a server: no files, no terminals. */
const CLIENT = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: "holdall", title: "Holdall", version: "1" },
};

/**
 * Starts a server of the Agent Client Protocol, lets it load a session and show it, and ends it. No prompt is sent,
 * so no model is asked. Rejects when the server does not start, refuses, or cannot load sessions.
 */
export async function loadSession(request: LoadRequest): Promise<ServerIdentity> {
  const { server, session_id, cwd, onUpdate } = request;
  const program = startProgram({ ...server, timeoutMs: 2 * TIMEOUT_MS });
  let lastUpdate = 0;
  try {
    const { ask } = openLineRpc(program, {
      ...LIMITS,
      onNotification(method, params) {
        const update = method === "session/update" ? readUpdate(params, session_id) : null;
        if (update === null) return;
        lastUpdate = performance.now();
        onUpdate(update);
      },
    });
    const introduced = await ask("initialize", CLIENT, TIMEOUT_MS);
    if (!loadsSessions(introduced)) throw new Error("it cannot load sessions");
    await ask("session/load", { sessionId: session_id, cwd, mcpServers: [] }, TIMEOUT_MS);
    lastUpdate = performance.now();
    while (performance.now() - lastUpdate < QUIET_MS) await sleep(QUIET_MS / 10);
    return identityOf(introduced);
  } finally {
    program.end();
    await program.ended.catch(() => undefined);
  }
}

function loadsSessions(introduced: unknown): boolean {
  const capabilities = isObject(introduced) ? introduced.agentCapabilities : null;
  return isObject(capabilities) && capabilities.loadSession === true;
}

const MAX_NAME = 100;

function identityOf(introduced: unknown): ServerIdentity {
  const { name, version } =
    isObject(introduced) && isObject(introduced.agentInfo) ? introduced.agentInfo : {};
  const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, MAX_NAME) : null);
  return { name: textOf(name), version: textOf(version) };
}
