import { isObject, type Json } from "../base/json/value.ts";
import { metaOf, type RpcCall } from "./json-rpc.ts";
import type { Scope } from "./running-calls.ts";

/** The names under which clients introduced themselves, as ids of actors. */
export interface ClientNames {
  /** The client that sends a call; null when it never said its name. */
  nameOf(scope: Scope, call: Pick<RpcCall, "method" | "params">): string | null;
}

/** Clients that are remembered; of more, the earliest are forgotten. */
const MAX_CLIENTS = 1_000;
const STATELESS_KEY = "io.modelcontextprotocol/clientInfo";

/** Remembers names from `initialize`; requests without a handshake carry the name themselves. */
export function createClientNames(): ClientNames {
  const names = new Map<Scope, string>();
  return {
    nameOf(scope, { method, params }) {
      const own = actorIn(params.clientInfo) ?? actorIn(metaOf(params)[STATELESS_KEY]);
      if (own === null || method !== "initialize") return own ?? names.get(scope) ?? null;
      names.delete(scope);
      names.set(scope, own);
      for (const first of names.keys()) {
        if (names.size > MAX_CLIENTS) names.delete(first);
        else break;
      }
      return own;
    },
  };
}

/** The name in a client's description, with the characters that the id of an actor may have. */
function actorIn(client: Json | undefined): string | null {
  const name = isObject(client) && typeof client.name === "string" ? client.name : "";
  const id = name.slice(0, 128).replace(/[^A-Za-z0-9._:@-]+/g, "-");
  return /[A-Za-z0-9]/.test(id) ? id : null;
}
