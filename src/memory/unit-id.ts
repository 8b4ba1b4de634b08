/**
 * The identity of units. An id depends only on content and owner: storing the same text twice gives
 * one unit, also in workspaces that have never exchanged anything, and an import finds what is
 * already there.
 */

import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import type { StreamName } from "../model/event.ts";
import type { UnitFacts } from "./event-bodies.ts";

/** Units with equal content are the same unit only when these facts are equal too. */
const IDENTITY = [
  "namespace",
  "node_id",
  "scope",
  "agent_id",
  "session_id",
  "task_id",
  "user_id",
] as const;

/** The id of a unit: a hash over its content and its owner. JSON keeps the parts apart. */
export function unitIdOf(content: string, facts: UnitFacts): string {
  const parts = IDENTITY.map((key) => facts[key]);
  return sha256(canonicalJson([sha256(content), ...parts]));
}

/** The stream of a unit. */
export function unitStream(id: string): StreamName {
  return `unit:${id}`;
}
