import * as z from "zod";
import type { Actor } from "../model/event.ts";

/** The id of an actor. */
export const actorId = z.string().regex(/^[A-Za-z0-9._:@-]{1,128}$/, {
  error: "an actor's id has letters, digits and . _ : @ - only",
});

/**
 * The actor of an operation that writes. Set by the surface, so that a model cannot act in
 * another's name.
 */
export const actorInput = {
  actor: actorId.default("user").describe("Actor to record").meta({ by: "surface" }),
  origin: z
    .string()
    .min(1)
    .max(128)
    .default("cli")
    .describe("Surface to record, such as cli or mcp")
    .meta({ by: "surface" }),
};

/** Option names of other programs for the same inputs. */
export const actorAliases = { "actor-id": "actor" };

/** The actor of a call. */
export function actorOf({ actor, origin }: { actor: string; origin: string }): Actor {
  return { id: actor, origin };
}
