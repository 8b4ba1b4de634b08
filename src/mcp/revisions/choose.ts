import { isObject } from "../../base/json/value.ts";
import { metaOf } from "../json-rpc.ts";
import { handshake } from "./handshake.ts";
import type { Revision } from "./revision.ts";
import { stateless, VERSION_KEY } from "./stateless.ts";

/**
 * The revision that a message belongs to. One process serves clients of both kinds: a request that names its
 * version is answered by itself, and everything else belongs to a client that has introduced itself, or will.
 */
export function revisionOf(message: unknown): Revision {
  if (!isObject(message)) return handshake;
  if (message.method === "server/discover") return stateless;
  const params = isObject(message.params) ? message.params : {};
  return Object.hasOwn(metaOf(params), VERSION_KEY) ? stateless : handshake;
}
