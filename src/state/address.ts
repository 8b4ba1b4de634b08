/**
 * Addresses of states. A workspace may have many, one per user, session and task. The id is a hash,
 * since the parts may contain anything; NUL cannot occur in them, so no two addresses share an id.
 */

import { sha256 } from "../base/hash.ts";
import type { StreamName } from "../model/event.ts";

/** The address of a state: its user, session and task. */
export interface Address {
  readonly user: string;
  readonly session: string;
  readonly task: string;
}

/** Replaces a part of an address that was not given. */
const DEFAULT_PART = "default";

/** The address of the state that a new workspace starts with. */
export const DEFAULT_ADDRESS: Address = {
  user: DEFAULT_PART,
  session: DEFAULT_PART,
  task: DEFAULT_PART,
};

/** An address with trimmed parts; a missing or blank part is `default`. */
export function toAddress(
  parts: {
    readonly [Part in keyof Address]?: string | undefined;
  },
): Address {
  const part = (text: string | undefined) => text?.trim() || DEFAULT_PART;
  return { user: part(parts.user), session: part(parts.session), task: part(parts.task) };
}

/** The id of the state at an address: SHA-256 of its three parts joined by NUL. */
export function stateIdOf({ user, session, task }: Address): string {
  return sha256([user, session, task].join("\0"));
}

/** The stream of a state's changes. */
export function stateStream(id: string): StreamName {
  return `state:${id}`;
}

/** The stream of a state's reads and decay. They have a stream of their own so that reading moves no head. */
export function useStream(id: string): StreamName {
  return `use:${id}`;
}

/** An address in one text, as results and resources name it. */
export function addressText({ user, session, task }: Address): string {
  return `${user}/${session}/${task}`;
}

/** An address in words, for people: "default state", "state of session tides, task import". */
export function describeAddress(address: Address): string {
  const parts = ["user", "session", "task"] as const;
  const named = parts
    .filter((part) => address[part] !== DEFAULT_PART)
    .map((part) => `${part} ${address[part]}`);
  return named.length === 0 ? "default state" : `state of ${named.join(", ")}`;
}
