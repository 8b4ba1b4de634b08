/**
 * JSON-RPC 2.0: parsing requests and building replies. Codes of errors differ between revisions of
 * MCP, so errors here have a kind, and the revision assigns the code.
 */

import { isObject, type Json, type JsonObject } from "../base/json/value.ts";

/** The errors that this server answers with; a revision of the protocol decides their codes. */
export type RpcErrorKind =
  | "parseError"
  | "invalidRequest"
  | "methodNotFound"
  | "invalidParams"
  | "internalError"
  | "resourceNotFound"
  | "headerMismatch"
  | "unsupportedVersion";

/** A request that cannot be answered; the protocol has its own form for it, apart from a tool's result. */
export class RpcError extends Error {
  readonly kind: RpcErrorKind;
  readonly data: Json | undefined;

  constructor(kind: RpcErrorKind, message: string, data?: Json) {
    super(message);
    this.name = "RpcError";
    this.kind = kind;
    this.data = data;
  }
}

/** The id of a request. */
export type RpcId = string | number;

/** Whether a value can be the id of a request or a progress token. */
export function isRpcId(value: unknown): value is RpcId {
  return typeof value === "string" || typeof value === "number";
}

/** A message from a client: a notification has no id, and an answer to us has no method. */
export interface RpcCall {
  readonly id: RpcId | null;
  readonly method: string | null;
  readonly params: JsonObject;
}

/** The id of a message, whatever else is wrong with it: the client waits for an answer under that id. */
export function idIn(value: unknown): RpcId | null {
  return isObject(value) && isRpcId(value.id) ? value.id : null;
}

/** Reads a message. */
export function readCall(value: unknown): RpcCall {
  if (!isObject(value) || value.jsonrpc !== "2.0") {
    throw new RpcError("invalidRequest", "Not a JSON-RPC 2.0 message");
  }
  const { id, method, params } = value;
  if (method === undefined) return { id: idIn(value), method: null, params: {} };
  if (id !== undefined && !isRpcId(id)) {
    throw new RpcError("invalidRequest", "The id must be a string or a number");
  }
  if (typeof method !== "string") {
    throw new RpcError("invalidRequest", "The method must be a string");
  }
  // Some clients write null for what they leave out.
  if (params === undefined || params === null) return { id: id ?? null, method, params: {} };
  if (!isObject(params)) throw new RpcError("invalidParams", "The params must be an object");
  return { id: id ?? null, method, params };
}

/** The `_meta` object of a request's params; empty when there is none. */
export function metaOf({ _meta }: JsonObject): JsonObject {
  return isObject(_meta) ? _meta : {};
}

/** The answer to a request. */
export function resultReply(id: RpcId, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

/** The refusal of a request, or of something that is none. */
export function errorReply(
  id: RpcId | null,
  { message, data }: RpcError,
  code: number,
): JsonObject {
  return {
    jsonrpc: "2.0",
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

/** A message that expects no answer. */
export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method, params };
}
