import { RpcError, type RpcId } from "./json-rpc.ts";

/** The namespace of request ids: the name of a client's session, or a symbol where it has none. */
export type Scope = string | symbol;

/** The calls that are being answered, each of which its own client can cancel. */
export interface RunningCalls {
  /** Begins a call; its signal is aborted when the client no longer wants the answer. */
  begin(scope: Scope, id: RpcId): AbortSignal;
  end(scope: Scope, id: RpcId): void;
  cancel(scope: Scope, id: RpcId): void;
}

/** Keeps the calls of several clients apart: they may use the same ids. */
export function createRunningCalls(): RunningCalls {
  const scopes = new Map<Scope, Map<RpcId, AbortController>>();
  return {
    begin(scope, id) {
      const calls = scopes.get(scope) ?? new Map<RpcId, AbortController>();
      if (calls.has(id)) throw new RpcError("invalidRequest", "This request id is already in use");
      const abort = new AbortController();
      scopes.set(scope, calls.set(id, abort));
      return abort.signal;
    },
    end(scope, id) {
      const calls = scopes.get(scope);
      calls?.delete(id);
      if (calls?.size === 0) scopes.delete(scope);
    },
    cancel(scope, id) {
      scopes.get(scope)?.get(id)?.abort();
    },
  };
}
