import { hash } from "node:crypto";
import { HoldallError } from "../base/errors.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { InputKeys } from "./input.ts";
import type { Route } from "./routes.ts";

/**
 * Input keys that distinguish a rehearsal from a change: a call changes nothing while the first of them that it
 * takes has this value.
 */
const REHEARSAL: Readonly<Record<string, boolean>> = { "dry-run": true, apply: false };
/** Input keys that only ask for a look at the result: a dry run without them has shown the same change. */
const LOOKS_AFTERWARDS: readonly string[] = ["prove"];
/** How many rehearsals are remembered, and for how long. */
const MAX_KEPT = 256;
const LIFETIME_MS = 60 * 60 * 1000;

/** Requires that a change was shown to the person before it is made. */
export interface Rehearsals {
  /**
   * Throws `E_CONFIRM` when a call changes something that no dry run of the same input has shown as it is now.
   * Returns what is called when the call was answered: a dry run then confirms one change.
   */
  check(route: Route, input: InputKeys, context: OperationContext): Promise<() => void>;
}

/** A dry run that was answered. */
interface Rehearsal {
  readonly at: number;
  /** Digest of what it was about. */
  readonly basis: string;
}

/** Remembers dry runs for as long as the server runs. What has no dry run needs none. */
export function createRehearsals(now: () => Date): Rehearsals {
  const kept = new Map<string, Rehearsal>();

  function remember(key: string, rehearsal: Rehearsal): void {
    kept.delete(key);
    kept.set(key, rehearsal);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async check(route, input, context) {
      const isRehearsal = rehearsalIn(route, input);
      if (isRehearsal === null) return () => {};
      const key = keyOf(route, input, context.cwd);
      const shown = kept.get(key);
      const isShown = shown !== undefined && now().getTime() - shown.at < LIFETIME_MS;
      if (!isRehearsal && !isShown) throw unconfirmed(route, "it was not tried before");
      const basis = digest((await route.operation.basis?.(context, input)) ?? null);
      if (isRehearsal) return () => remember(key, { at: now().getTime(), basis });
      kept.delete(key);
      if (shown?.basis === basis) return () => {};
      throw unconfirmed(route, "what it is about has changed since its dry run");
    },
  };
}

function unconfirmed({ path }: Route, state: string): HoldallError {
  return new HoldallError("E_CONFIRM", `Cannot call ${path}: ${state}`, {
    cure: 'send the same request with "dry-run": true, or without "apply" where there is none, and look at its result',
  });
}

/**
 * Whether a call is a rehearsal; null for a call that needs none: what programs may call too, what only
 * reads, and what has no dry run.
 */
export function rehearsalIn(
  { operation, callers, effect }: Route,
  input: InputKeys,
): boolean | null {
  if (callers.includes("program") || effect === "read") return null;
  const taken = argumentsOf(operation).map(({ key }) => key);
  const deciding = Object.keys(REHEARSAL).find((key) => taken.includes(key));
  if (deciding === undefined) return null;
  return (input[deciding] ?? false) === REHEARSAL[deciding];
}

/** The folder counts: a dry run in one project confirms nothing in another. */
function keyOf({ path }: Route, input: InputKeys, folder: string): string {
  const decides = (key: string) =>
    !Object.hasOwn(REHEARSAL, key) && !LOOKS_AFTERWARDS.includes(key);
  const known = Object.entries(input).filter(([key, value]) => value !== undefined && decides(key));
  return digest([path, folder, Object.fromEntries(known)]);
}

function digest(value: unknown): string {
  return hash("sha256", canonicalJson(value));
}
