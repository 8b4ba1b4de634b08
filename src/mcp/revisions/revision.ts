import type { JsonObject } from "../../base/json/value.ts";
import type { CallOptions } from "../call-tool.ts";
import type { RpcCall, RpcErrorKind, RpcId } from "../json-rpc.ts";
import type { Peer } from "../server.ts";
import type { McpSettings } from "../settings.ts";

/** A method that all revisions share. */
export type Method = (params: JsonObject, options: CallOptions) => Promise<JsonObject>;

/** A method of one revision: it only describes the server, so that it is answered at once. */
export type OwnMethod = (
  params: JsonObject,
  request: { readonly id: RpcId } & Pick<Peer, "notify">,
) => Promise<JsonObject>;

/**
 * How one revision of the protocol writes what the server means. Tools, resources and prompts are the same in
 * all of them; revisions differ in how a client introduces itself, in what every result carries, and in the
 * codes of errors.
 */
export interface Revision {
  /** The versions that it covers, the newest first. */
  readonly versions: readonly string[];
  readonly methods: (settings: McpSettings) => Readonly<Record<string, OwnMethod>>;
  /** Throws an `RpcError` when a request lacks what every request must carry. */
  checkRequest(call: RpcCall): void;
  /** A method's result as it is sent. */
  encodeResult(method: string, result: JsonObject): JsonObject;
  errorCode(kind: RpcErrorKind): number;
}

/** The codes of JSON-RPC and of MCP that no revision has changed. */
export const sharedCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} satisfies Partial<Record<RpcErrorKind, number>>;

/** What the server offers; it announces no changes, because its lists do not change while it runs. */
export const capabilities: JsonObject = { tools: {}, resources: {}, prompts: {} };
