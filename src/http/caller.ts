import type { IncomingMessage, ServerResponse } from "node:http";
import { asHoldallError } from "../runtime/remote/remote-call.ts";
import { type Agent, type Agents, createAgents } from "./agents.ts";
import { createTokenCheck, type TokenCheck, UNKNOWN_CALLER } from "./guards.ts";
import { CLOSE } from "./headers.ts";
import { problemOf, refuse, sendProblem } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";

/** Whose tokens are those of the server itself. */
export type ServerCaller = "person" | "program";

/**
 * Who calls, as fixed by the token: a *person*, who uses the app in a browser and may do nearly what the
 * command line may, a *program*, which is treated like a model, or an *agent* of a team, which is a program with a
 * name and a role.
 */
export type Caller = ServerCaller | "agent";

/** The tokens of a server. */
export type Tokens = Readonly<Record<ServerCaller, string>>;

/** Who calls. */
export interface Identity {
  readonly caller: Caller;
  /** What an agent may do; null for the others. */
  readonly agent: Agent | null;
}

/** Finds out who calls by an Authorization header. */
export interface CallerCheck {
  /** Null for nobody known. */
  find(authorization: string | undefined): Promise<Identity | null>;
  /** Whether it is somebody's, as far as that is known without asking the workspace. */
  isKnown(authorization: string | undefined): boolean;
}

/** Recognises the tokens of a server, the one that it gave to the browser that it opened, and those of agents. */
export function createCallerCheck(settings: ApiSettings): CallerCheck {
  const { tokens, launch } = settings;
  const isPerson: TokenCheck = createTokenCheck(tokens.person);
  const isProgram: TokenCheck = createTokenCheck(tokens.program);
  const agents: Agents = createAgents(settings);
  const ofServer = (header: string | undefined): ServerCaller | null => {
    if (isPerson(header) || launch?.isToken(header)) return "person";
    return isProgram(header) ? "program" : null;
  };
  return {
    async find(header) {
      const caller = ofServer(header);
      if (caller !== null) return { caller, agent: null };
      const agent = await agents.find(header);
      return agent === null ? null : { caller: "agent", agent };
    },
    isKnown: (header) => ofServer(header) !== null || agents.isKnown(header),
  };
}

/** Who sent a request. Nobody known is answered here, and so is whoever cannot be recognised now; then it is null. */
export async function identify(
  callers: CallerCheck,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<Identity | null> {
  try {
    const identity = await callers.find(headers.authorization);
    if (identity === null) refuse(response, UNKNOWN_CALLER);
    return identity;
  } catch (error) {
    sendProblem(response, problemOf(asHoldallError(error)), CLOSE);
    return null;
  }
}
