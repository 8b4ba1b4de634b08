import { HoldallError } from "../base/errors.ts";
import type { Actor } from "../model/event.ts";

/** Who acts, in which workspace and when. */
export interface Acting {
  readonly workspace: string;
  /** The one responsibility that may move context through ingestion. */
  readonly steward: string;
  readonly at: string;
  readonly actor: Actor;
}

/** The actor of a person who named no other one. */
const PERSON = "user";

/** Whether nobody was named to act for: a person at the command line. */
export function isUnnamed({ actor }: Pick<Acting, "actor">): boolean {
  return actor.id === PERSON;
}

/** Refuses everyone but the steward. */
export function requireSteward({ actor, steward }: Acting, what: string): void {
  if (actor.id === steward) return;
  throw new HoldallError(
    "E_NOT_STEWARD",
    `Cannot ${what}: "${actor.id}" is not the steward of this workspace`,
    { cure: `act as the steward with --as ${steward}` },
  );
}

/** Refuses everyone but one responsibility. */
export function requireActor({ actor }: Acting, allowed: string, what: string): void {
  if (actor.id === allowed) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot ${what}: only "${allowed}" may, not "${actor.id}"`,
    {
      cure: `act for it with --as ${allowed}`,
    },
  );
}
