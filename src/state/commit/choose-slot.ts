import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { nearestName } from "../../base/registry.ts";
import { DEFAULT_ROUTING, type RoutingRule, routeByKeywords } from "../../model/slot-routing.ts";
import type { Bounds } from "../event-bodies.ts";
import type { CommitRequest, CommitRules } from "./commit-request.ts";

/** The slot of an entry, and how it was chosen, for the trail. */
export interface SlotChoice {
  readonly slot: string;
  readonly details: JsonObject;
}

/** Chooses the slot of an entry: as the caller says, else as a judge suggests, else by its words. */
export function chooseSlot(
  bounds: Bounds,
  { slot, content }: Pick<CommitRequest, "slot" | "content">,
  { routing = DEFAULT_ROUTING, verdict }: Pick<CommitRules, "routing" | "verdict">,
): SlotChoice {
  const names = bounds.slots.map((each) => each.name);
  if (slot !== undefined) return { slot: requireSlot(slot, names), details: {} };
  const suggested = names.find((name) => name === verdict?.slot);
  if (suggested !== undefined) return { slot: suggested, details: { routing: { by: "judge" } } };
  const routed = routeByKeywords(content, names, routing);
  const rules_sha256 = hashOfRules(routing);
  return {
    slot: routed.slot,
    details: { routing: { by: "words", word: routed.by, rules_sha256 } },
  };
}

function requireSlot(slot: string, names: readonly string[]): string {
  if (names.includes(slot)) return slot;
  const nearest = nearestName(slot, names);
  throw new HoldallError("E_SLOT", `Cannot commit to slot "${slot}": the state has no such slot`, {
    cure: nearest === null ? `choose one of ${names.join(", ")}` : `did you mean "${nearest}"?`,
  });
}

const hashes = new WeakMap<readonly RoutingRule[], string>();

function hashOfRules(rules: readonly RoutingRule[]): string {
  const hash = hashes.get(rules) ?? sha256(canonicalJson(rules));
  hashes.set(rules, hash);
  return hash;
}
