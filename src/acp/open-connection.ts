import { isObject, type JsonObject } from "../base/json/value.ts";
import { openLineRpc } from "../programs/line-rpc.ts";
import type { ProgramOrder } from "../programs/program-order.ts";
import { startProgram } from "../programs/start-program.ts";

/** The name and version under which a server introduces itself; null where it does not. */
export interface ServerIdentity {
  readonly name: string | null;
  readonly version: string | null;
}

/** A server of the Agent Client Protocol after its `initialize`. */
export interface AcpConnection {
  readonly identity: ServerIdentity;
  readonly capabilities: JsonObject;
  /** Rejects when the server refuses, ends, sends too much or takes too long. */
  ask(method: string, params: object): Promise<unknown>;
  /** Whether the server has ended by itself or was ended. */
  hasEnded(): boolean;
}

/** A program that speaks the protocol, and the receiver of what it sends without a request. */
export interface ConnectionRequest {
  readonly server: Omit<ProgramOrder, "timeoutMs">;
  onNotification?(method: string, params: unknown): void;
  /** How long an answer may take (default: two minutes). */
  readonly timeoutMs?: number;
}

/** The first start of a new version may take a while, and a long session as well. */
const TIMEOUT_MS = 120_000;
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
 * Starts a server, does some work with it, and ends it with all it started. No prompt is sent, so no model is asked.
 * Rejects when the server does not start or does not speak the protocol.
 */
export async function withConnection<Result>(
  { server, onNotification, timeoutMs = TIMEOUT_MS }: ConnectionRequest,
  work: (connection: AcpConnection) => Promise<Result>,
): Promise<Result> {
  const program = startProgram({ ...server, timeoutMs: 2 * timeoutMs });
  let hasEnded = false;
  const ended = program.ended
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  try {
    const rpc = openLineRpc(program, {
      ...LIMITS,
      ...(onNotification === undefined ? {} : { onNotification }),
    });
    const ask: AcpConnection["ask"] = (method, params) => rpc.ask(method, params, timeoutMs);
    const introduced = await ask("initialize", CLIENT);
    const facts = isObject(introduced) ? introduced : {};
    const capabilities = isObject(facts.agentCapabilities) ? facts.agentCapabilities : {};
    const identity = identityOf(facts);
    return await work({ identity, capabilities, ask, hasEnded: () => hasEnded });
  } finally {
    program.end();
    await ended;
  }
}

const MAX_NAME = 100;

function identityOf({ agentInfo }: JsonObject): ServerIdentity {
  const { name, title, version } = isObject(agentInfo) ? agentInfo : {};
  const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, MAX_NAME) : null);
  return { name: textOf(name) ?? textOf(title), version: textOf(version) };
}
