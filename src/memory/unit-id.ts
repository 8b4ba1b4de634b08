import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import type { StreamName } from "../model/event.ts";
import type { UnitFacts } from "./event-bodies.ts";

/** What makes two units the same one. */
const IDENTITY = [
  "namespace",
  "node_id",
  "scope",
  "agent_id",
  "session_id",
  "task_id",
  "user_id",
] as const;

/** The id of a unit: its content and whose it is, each part told apart from the next. */
export function unitIdOf(content: string, facts: UnitFacts): string {
  const parts = IDENTITY.map((key) => facts[key]);
  return sha256(canonicalJson([sha256(content), ...parts]));
}

/** The stream of a unit. */
export function unitStream(id: string): StreamName {
  return `unit:${id}`;
}
