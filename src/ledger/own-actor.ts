import { HoldallError } from "../base/errors.ts";
import type { Actor } from "../model/event.ts";
import type { Membership, TeamAgent } from "../stores/team.ts";
import type { NewEvent } from "./append.ts";

/** Who appends. */
export interface Author {
  /** As whom the workspace was opened; null where no team shares it. */
  readonly membership: Membership | null;
  /** For which agent it is used; null for the login itself. */
  readonly agent: TeamAgent | null;
}

/** The actor of a person who named none. */
const PERSON = "user";
/** The surface on which a person names an actor, so that another name is a wish and not a description. */
const NAMED_BY_PERSON = "cli";

/**
 * The actor of an event as a member of a team records it: a person under their login, and an agent that works for them as
 * `login:agent`. What a person named, and what an import brings, stays: the database decides whether it may. For an agent
 * with a token it is decided here, because the database knows the login of its server alone.
 */
export function ownActor(
  { actor, raw, id }: Pick<NewEvent, "actor" | "raw" | "id">,
  { membership, agent }: Author,
): Actor | null {
  if (actor === null) return null;
  // An event of another log has its own id. A record of a session has none: who imports it acts.
  const isOfOtherLog = raw !== undefined && id !== undefined;
  if (agent !== null) return actorOfAgent(actor, isOfOtherLog, agent);
  if (membership === null || isOfOtherLog) return actor;
  const { login, role } = membership;
  if (actor.id === PERSON) return { ...actor, id: login };
  if (role === "keeper" || actor.origin === NAMED_BY_PERSON) return actor;
  return isOwn(actor.id, login) ? actor : { ...actor, id: `${login}:${actor.id}` };
}

function actorOfAgent(actor: Actor, isImported: boolean, agent: TeamAgent): Actor {
  if (mayWriteAs(agent, actor.id)) return actor;
  if (!isImported) return { ...actor, id: `${agent.name}:${actor.id}` };
  throw new HoldallError(
    "E_RIGHTS",
    `Cannot import an event of "${actor.id}": "${agent.name}" may not write as somebody else`,
    { cure: "let a keeper import it" },
  );
}

/** Whether an agent may write as an actor. */
export function mayWriteAs({ name, role, actors }: TeamAgent, actor: string): boolean {
  return role === "keeper" || isOwn(actor, name) || actors.includes(actor);
}

function isOwn(id: string, login: string): boolean {
  return id === login || id.startsWith(`${login}:`);
}
