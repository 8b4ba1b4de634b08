import type { Actor } from "../model/event.ts";
import type { Membership } from "../stores/team.ts";
import type { NewEvent } from "./append.ts";

/** The actor of a person who named none. */
const PERSON = "user";
/** The surface on which a person names an actor, so that another name is a wish and not a description. */
const NAMED_BY_PERSON = "cli";

/**
 * The actor of an event as a member of a team records it: a person under their login, and an agent that works for them as
 * `login:agent`. What a person named, and what an import brings, stays: the database decides whether it may.
 */
export function ownActor(
  { actor, raw }: Pick<NewEvent, "actor" | "raw">,
  membership: Membership | null,
): Actor | null {
  if (membership === null || actor === null || raw !== undefined) return actor;
  const { login, role } = membership;
  if (actor.id === PERSON) return { ...actor, id: login };
  if (role === "keeper" || actor.origin === NAMED_BY_PERSON) return actor;
  return isOwn(actor.id, login) ? actor : { ...actor, id: `${login}:${actor.id}` };
}

function isOwn(id: string, login: string): boolean {
  return id === login || id.startsWith(`${login}:`);
}
