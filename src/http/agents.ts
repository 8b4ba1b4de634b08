/** The agents of a team, who call its server with tokens of their own. */

import { setTimeout } from "node:timers/promises";
import { HoldallError } from "../base/errors.ts";
import { mayWriteAs } from "../ledger/own-actor.ts";
import { hashAgentToken, isInTime } from "../runtime/agent-token.ts";
import { inWorkspace, storeChoice } from "../runtime/workspace.ts";
import { isUrl, locateStore } from "../stores/locate.ts";
import type { AgentToken, TeamAgent } from "../stores/team.ts";
import { contextOf } from "./call.ts";
import { tokenIn } from "./guards.ts";
import type { ApiSettings } from "./settings.ts";

/** An agent, and who can grant it what it lacks. */
export interface Agent extends TeamAgent {
  readonly keepers: readonly string[];
}

/** Recognises the tokens of agents. */
export interface Agents {
  /** The agent whose valid token a header has; null for any other header. */
  find(authorization: string | undefined): Promise<Agent | null>;
  /** Whether a header has a token that was valid when the workspace was last asked. */
  isKnown(authorization: string | undefined): boolean;
}

/** A revoked token is refused after this time at the latest. */
const MAX_AGE_MS = 1_000;
/** Tokens that nobody has ask the workspace no more often than this, and wait as long for their answer. */
const MIN_AGE_MS = 100;
const NOBODY: Agents = { find: async () => null, isKnown: () => false };

/** What the workspace knows of agents. */
interface Known {
  readonly byHash: ReadonlyMap<string, AgentToken>;
  readonly keepers: readonly string[];
}

/** Recognises the agents of the workspace that is served. In a folder there are none. */
export function createAgents(settings: ApiSettings): Agents {
  const signal = new AbortController().signal;
  const context = contextOf({ caller: "program", agent: null, settings }, signal, null);
  const place = locateStore(storeChoice(context, settings.store));
  if (place === null || !isUrl(place)) return NOBODY;
  let known: Known = { byHash: new Map(), keepers: [] };
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  async function load(): Promise<void> {
    const { store } = settings;
    const start = performance.now();
    known = await inWorkspace(context, { store, effect: "read" }, async ({ store: { team } }) => {
      const tokens = (await team?.tokens()) ?? [];
      const byHash = new Map(tokens.map((token) => [token.sha256, token]));
      return { byHash, keepers: (await team?.keepers()) ?? [] };
    });
    loadedAt = start;
  }

  /** Asks the workspace, for all who ask at the same time once. */
  function reload(): Promise<void> {
    loading ??= settings.inTurn(load, "urgent").finally(() => {
      loading = null;
    });
    return loading;
  }

  /** Asks the workspace unless it was asked since a moment, and not too soon after the last time. */
  async function reloadSince(moment: number): Promise<void> {
    const early = loadedAt + MIN_AGE_MS - performance.now();
    if (early > 0) await setTimeout(early);
    // A look that was under way at that moment may have missed a token that was created before it.
    while (loadedAt < moment) await reload();
  }

  const hashIn = (header: string | undefined) => hashAgentToken(tokenIn(header) ?? "");
  return {
    async find(header) {
      const hash = hashIn(header);
      if (hash === null) return null;
      const now = performance.now();
      if (now - loadedAt > MAX_AGE_MS) await reload();
      if (!known.byHash.has(hash)) await reloadSince(now);
      const token = known.byHash.get(hash);
      if (token === undefined || !isInTime(token, settings.now())) return null;
      const { name, role, actors } = token;
      return { name, role, actors, keepers: known.keepers };
    },
    isKnown: (header) => known.byHash.has(hashIn(header) ?? ""),
  };
}

/**
 * Why a reader may not call what writes; null for everybody and everything else. The database refuses it too, where it is
 * the workspace that would be written.
 */
export function effectRefusal(
  agent: Agent | null,
  effect: "read" | "write",
  what: string,
): HoldallError | null {
  if (agent?.role !== "reader" || effect === "read") return null;
  const state = `Cannot call ${what}: the token of "${agent.name}" only reads`;
  return missingRight(agent, state, "writer");
}

/** Refuses an agent another's name, where it asks for one. */
export function requireActor(agent: Agent | null, actor: unknown): void {
  if (agent === null || typeof actor !== "string" || mayWriteAs(agent, actor)) return;
  const state = `Cannot write as "${actor}": "${agent.name}" may not`;
  throw missingRight(agent, state, `${agent.role} --also-as ${actor}`);
}

function missingRight({ name, keepers }: Agent, message: string, needed: string): HoldallError {
  const whom = keepers.join(" or ") || "a keeper";
  return new HoldallError("E_RIGHTS", message, {
    cure: `ask ${whom} for \`holdall team token create ${name} ${needed} --replace\``,
  });
}
