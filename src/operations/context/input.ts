import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { isId } from "../../curator/workspace/ids.ts";
import { normalTime } from "../../curator/workspace/time.ts";
import { actorAliases, actorInput } from "../../runtime/actor.ts";
import { storeInput } from "../../runtime/store-input.ts";

/** An id of a responsibility; anything else is refused before a path is built from it. */
export const responsibilityId = z
  .string()
  .refine(isId, { error: "must be an id: up to 64 of a-z, 0-9, _, @, . and -, without .." });

/** Inputs of every command about a workspace of responsibilities. */
export const placeInput = {
  workspace: z
    .string()
    .optional()
    .describe("Folder with ros.config.yaml (default: this folder or the nearest one above)")
    .meta({ path: true }),
  now: z
    .string()
    .optional()
    .describe("Time to act at, as 2026-02-03T10:00:00Z (default: the clock)")
    .meta({ by: "person" }),
  ...storeInput,
};

/** How a mandate reports what it measured. */
export const telemetryInput = {
  telemetry: z
    .enum(["sql", "file", "off"])
    .default("sql")
    .describe("Where measurements go: sql for the workspace, file for telemetry/, off for nowhere"),
};

/** Inputs of every command that acts for a responsibility. */
export const actingInput = { ...placeInput, ...actorInput };

/** `--as` names the responsibility, or the worker, that acts. */
export const actingAliases = { ...actorAliases, as: "actor" };

/** A time of an option, as the record spells it. */
export function timeOption(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = normalTime(text);
  if (time !== null) return time;
  throw new HoldallError(
    "E_USAGE",
    `Cannot use "${excerpt(text)}" as --${name}: it is not a UTC time`,
    {
      cure: "write it as 2026-02-03T10:00:00Z",
    },
  );
}
