import type { Transaction } from "../stores/store.ts";
import { type Address, toAddress } from "./address.ts";
import { currentAddress } from "./load.ts";

/** The address that was given; undefined when none was. */
export function namedAddress(parts: {
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly task?: string | undefined;
}): Address | undefined {
  const { user, session, task } = parts;
  return user === undefined && session === undefined && task === undefined
    ? undefined
    : toAddress(parts);
}

/** The given address, else that of the workspace's current state. */
export async function addressFor(
  tx: Transaction,
  parts: Parameters<typeof namedAddress>[0],
): Promise<Address> {
  return namedAddress(parts) ?? (await currentAddress(tx));
}
