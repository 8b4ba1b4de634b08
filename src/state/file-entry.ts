import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import type { JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import { DEFAULT_ROUTING, type RoutingRule, routeByKeywords } from "../model/slot-routing.ts";
import type { Bounds } from "./bodies.ts";
import type { CommitRequest, CommitRules } from "./commit-request.ts";

/** The slot of an entry, and what the trail says about how it was found. */
export interface Filed {
  readonly slot: string;
  readonly details: JsonObject;
}

/** Files an entry: as the caller says, else as a judge suggests, else by its words. */
export function fileEntry(
  bounds: Bounds,
  { slot, content }: Pick<CommitRequest, "slot" | "content">,
  { routing = DEFAULT_ROUTING, verdict }: Pick<CommitRules, "routing" | "verdict">,
): Filed {
  const names = bounds.slots.map((each) => each.name);
  if (slot !== undefined) return { slot: requireSlot(slot, names), details: {} };
  const suggested = names.find((name) => name === verdict?.slot);
  if (suggested !== undefined) return { slot: suggested, details: { routing: { by: "judge" } } };
  const routed = routeByKeywords(content, names, routing);
  const rules_sha256 = hashOf(routing);
  return {
    slot: routed.slot,
    details: { routing: { by: "words", word: routed.by, rules_sha256 } },
  };
}

function requireSlot(slot: string, names: readonly string[]): string {
  if (names.includes(slot)) return slot;
  const near = nearestName(slot, names);
  throw new HoldallError("E_SLOT", `Cannot commit to slot "${slot}": the state does not have it`, {
    cure: near === null ? `choose one of ${names.join(", ")}` : `did you mean "${near}"?`,
  });
}

const hashes = new WeakMap<readonly RoutingRule[], string>();

function hashOf(rules: readonly RoutingRule[]): string {
  const known = hashes.get(rules) ?? sha256(canonicalJson(rules));
  hashes.set(rules, known);
  return known;
}
