/**
 * Headers of the stateless revision. It repeats method and subject of a request in headers, so that
 * a proxy can route without parsing the body; the server has to check that both agree.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "../base/json/value.ts";
import { metaOf, RpcError, readCall } from "./json-rpc.ts";
import { revisionOf } from "./revisions/choose.ts";
import { handshake } from "./revisions/handshake.ts";
import { stateless, VERSION_KEY } from "./revisions/stateless.ts";

const VERSION = "mcp-protocol-version";

/** Methods whose subject a header repeats, and where the body has it. */
const subjects: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Whether a message belongs to a client that introduces itself with every request. */
export function isStateless(message: unknown, headers: IncomingHttpHeaders): boolean {
  return revisionOf(message) === stateless || stateless.versions.includes(String(headers[VERSION]));
}

/** Whether a client that introduces itself once names a version that we do not support. */
export function isUnknownVersion(headers: IncomingHttpHeaders): boolean {
  const version = headers[VERSION];
  return version !== undefined && !handshake.versions.includes(String(version));
}

/**
 * Throws an `RpcError` when the headers of a request do not repeat what its body has. A program between client
 * and server may have decided by the headers, and the server decides by the body: both must mean the same.
 */
export function checkHeaders(message: unknown, headers: IncomingHttpHeaders): void {
  const call = readCall(message);
  if (call.id === null) return; // No header is defined for notifications.
  const version = metaOf(call.params)[VERSION_KEY];
  if (version !== undefined) requireHeader(headers, VERSION, version);
  stateless.checkRequest(call);
  requireHeader(headers, "mcp-method", call.method);
  const subject = subjects[call.method ?? ""];
  if (subject !== undefined) requireHeader(headers, "mcp-name", call.params[subject]);
}

function requireHeader(
  headers: IncomingHttpHeaders,
  name: string,
  expected: Json | undefined,
): void {
  const value = headers[name];
  if (typeof value === "string" && decoded(value) === expected) return;
  const state = value === undefined ? "is missing" : "does not match the body";
  throw new RpcError("headerMismatch", `The header ${name} ${state}`);
}

/** A header's value; what does not fit into a header is encoded as Base64 between markers. */
function decoded(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? Buffer.from(encoded, "base64").toString() : null;
}
