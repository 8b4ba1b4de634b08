import { hash } from "node:crypto";
import { HoldallError } from "../base/errors.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { InputKeys } from "./input.ts";
import type { Route } from "./routes.ts";

/**
 * Input keys that tell a rehearsal from a change: a call changes nothing while the first of them that it
 * takes has this value.
 */
const REHEARSAL: Readonly<Record<string, boolean>> = { "dry-run": true, apply: false };
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
      if (rehearsalIn(route, input) !== false) return;
      const at = kept.get(keyOf(route, input));
      if (at !== undefined && now().getTime() - at < LIFETIME_MS) return;
      throw new HoldallError("E_CONFIRM", `Cannot call ${route.path}: it was not tried before`, {
        cure: 'send the same request with "dry-run": true, or without "apply" where there is none, and look at its result',
      });
    },
    note(route, input) {
      if (rehearsalIn(route, input) !== true) return;
      kept.set(keyOf(route, input), now().getTime());
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/**
 * Whether a call is a rehearsal; null for a call that needs none: what programs may call too, what only
 * reads, and what has no dry run.
 */
function rehearsalIn({ operation, callers, effect }: Route, input: InputKeys): boolean | null {
  if (callers.includes("program") || effect === "read") return null;
  const taken = argumentsOf(operation).map(({ key }) => key);
  const deciding = Object.keys(REHEARSAL).find((key) => taken.includes(key));
  if (deciding === undefined) return null;
  return (input[deciding] ?? false) === REHEARSAL[deciding];
}

function keyOf({ path }: Route, input: InputKeys): string {
  const known = Object.entries(input).filter(
    ([key, value]) => value !== undefined && !Object.hasOwn(REHEARSAL, key),
  );
  return hash("sha256", canonicalJson([path, Object.fromEntries(known)]));
}
