import { sha256 } from "../base/hash.ts";
import type { StreamName } from "../model/event.ts";

/** Where a state belongs: whose, in which session, for which task. */
export interface Address {
  readonly user: string;
  readonly session: string;
  readonly task: string;
}

/** The part of an address that nobody named. */
const DEFAULT_PART = "default";

/** The address of the state that a workspace begins with. */
export const DEFAULT_ADDRESS: Address = {
  user: DEFAULT_PART,
  session: DEFAULT_PART,
  task: DEFAULT_PART,
};

/** An address with its parts trimmed; what is missing or blank is `default`. */
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

/** The stream of a state's reads and decay, which do not move its head. */
export function useStream(id: string): StreamName {
  return `use:${id}`;
}

/** An address as people write it. */
export function addressText({ user, session, task }: Address): string {
  return `${user}/${session}/${task}`;
}
