import { hash } from "node:crypto";
import { HoldallError } from "../base/errors.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { InputKeys } from "./input.ts";
import type { Route } from "./routes.ts";

/** The input key that makes a call a rehearsal. */
const DRY_RUN = "dry-run";
/** How many rehearsals are remembered, and for how long. */
const MAX_KEPT = 256;
const LIFETIME_MS = 60 * 60 * 1000;

/** Requires that a change was shown to the person before it is made. */
export interface Rehearsals {
  /** Throws `E_CONFIRM` when a call changes something that no dry run of the same input has shown. */
  require(route: Route, input: InputKeys): void;
  /** Remembers that a dry run has been answered. */
  note(route: Route, input: InputKeys): void;
}

/** Remembers dry runs for as long as the server runs. What has no dry run needs none. */
export function createRehearsals(now: () => Date): Rehearsals {
  const kept = new Map<string, number>();
  return {
    require(route, input) {
      if (!isRehearsed(route) || input[DRY_RUN] === true) return;
      const at = kept.get(keyOf(route, input));
      if (at !== undefined && now().getTime() - at < LIFETIME_MS) return;
      throw new HoldallError("E_CONFIRM", `Cannot call ${route.path}: it was not tried before`, {
        cure: `send the same request with "${DRY_RUN}": true, and look at its result`,
      });
    },
    note(route, input) {
      if (!isRehearsed(route) || input[DRY_RUN] !== true) return;
      kept.set(keyOf(route, input), now().getTime());
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Only a person is offered it, and it has a dry run. */
function isRehearsed({ operation, callers, effect }: Route): boolean {
  const isForPeople = !callers.includes("program") && effect === "write";
  return isForPeople && argumentsOf(operation).some(({ key }) => key === DRY_RUN);
}

function keyOf({ path }: Route, input: InputKeys): string {
  const { [DRY_RUN]: _, ...rest } = input;
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  return hash("sha256", canonicalJson([path, Object.fromEntries(known)]));
}
