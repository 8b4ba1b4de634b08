import { isObject, type JsonObject } from "../base/json/value.ts";

/** The codes of JSON-RPC and of MCP that this server answers with. */
export const rpcCodes = {
  notJson: -32700,
  notARequest: -32600,
  noSuchMethod: -32601,
  wrongParams: -32602,
  internal: -32603,
  noSuchResource: -32002,
} as const;

/** A call that cannot be answered; the protocol has a form of its own for it. */
export class RpcError extends Error {
  readonly code: number;

  constructor(kind: keyof typeof rpcCodes, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = rpcCodes[kind];
  }
}

/** The id of a request. */
export type RpcId = string | number;

/** Whether a value can be the id of a request, or the mark of its progress. */
export function isRpcId(value: unknown): value is RpcId {
  return typeof value === "string" || typeof value === "number";
}

/** One message of a client; a notification has no id, and an answer to us no method. */
export interface RpcCall {
  readonly id: RpcId | null;
  readonly method: string | null;
  readonly params: JsonObject;
}

/** The id that a message has, whatever else is wrong with it: whoever asked waits for that id. */
export function idIn(value: unknown): RpcId | null {
  return isObject(value) && isRpcId(value.id) ? value.id : null;
}

/** Reads one message. */
export function readCall(value: unknown): RpcCall {
  if (!isObject(value) || value.jsonrpc !== "2.0") {
    throw new RpcError("notARequest", "not a JSON-RPC 2.0 message");
  }
  const { id, method, params } = value;
  if (method === undefined) return { id: idIn(value), method: null, params: {} };
  if (id !== undefined && !isRpcId(id)) {
    throw new RpcError("notARequest", "the id is neither a text nor a number");
  }
  if (typeof method !== "string") throw new RpcError("notARequest", "the method is not a text");
  // Some clients write null for what they leave out.
  if (params === undefined || params === null) return { id: id ?? null, method, params: {} };
  if (!isObject(params)) throw new RpcError("wrongParams", "the params are not an object");
  return { id: id ?? null, method, params };
}

/** The answer to a request. */
export function answer(id: RpcId, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

/** The refusal of a request, or of something that was none. */
export function refusal(id: RpcId | null, { code, message }: RpcError): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** A message that expects no answer. */
export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method, params };
}
