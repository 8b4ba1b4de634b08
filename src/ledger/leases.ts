/**
 * Leases: how a workspace knows that open work (a run, a job) is still being worked on. A lease is
 * a row with an expiry time, renewed by its holder; it is not part of the ledger. Expired leases
 * are found by the next command that looks; the module that owns the work ends it and records that.
 * Ending and deleting the lease share a transaction, so of two processes that find the same lease,
 * the second finds nothing. Times use the store's clock, because machines that share a store may
 * disagree about theirs.
 */

import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerModule } from "./projections.ts";
import {
  deleteLease,
  type LeaseRow,
  selectExpiredLeases,
  selectLease,
  updateLease,
  upsertLease,
} from "./tables/leases.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** How long a lease is valid unless it is renewed, in ms. */
export const LEASE_MS = 60_000;

/** A claim to be working on something that is open: a run, a job. */
export type Lease = LeaseRow;

/** What is leased, and by whom. */
export interface Claim {
  /** Names the thing, as `run:<id>`. */
  readonly name: string;
  readonly kind: string;
  readonly holder: string;
}

/** Takes a lease that no other holder has. Renewing one's own is the same call. */
export async function takeLease(
  { tx, leaseTime }: UnitOfWork,
  claim: Claim,
  lasts = LEASE_MS,
): Promise<void> {
  const current = await selectLease(tx, claim.name);
  if (current && current.holder !== claim.holder && current.expires > leaseTime()) {
    throw new HoldallError(
      "E_LOCKED",
      `Cannot work on "${claim.name}": another process has its lease`,
    );
  }
  upsertLease(tx, { ...claim, expires: leaseTime() + lasts });
}

/** Renews a lease. If it was ended meanwhile, this is `E_CONFLICT`, and the work must stop. */
export async function renewLease(
  { tx, leaseTime }: UnitOfWork,
  claim: Pick<Claim, "name" | "holder">,
  lasts = LEASE_MS,
): Promise<void> {
  const renewed = await updateLease(tx, { ...claim, expires: leaseTime() + lasts });
  if (renewed > 0) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot continue "${claim.name}": its lease expired and it was ended`,
  );
}

/** Deletes a lease, because the work has ended. */
export async function dropLease({ tx }: UnitOfWork, name: string): Promise<void> {
  await deleteLease(tx, name);
}

/** Whether some lease has expired, so that there is something to end. */
export function hasExpiredLeases(ledger: Ledger): Promise<boolean> {
  const time = ledger.now().getTime() + ledger.store.engine.clockAhead;
  return ledger.read(async (tx) => (await selectExpiredLeases(tx, time)).length > 0);
}

/** Open work that was abandoned, and was ended. */
export type EndedWork = Pick<Lease, "name" | "kind">;

/**
 * Ends what crashed processes left open: everything with an expired lease, and on request what has
 * none. Each is ended once; work with a valid lease is not touched.
 */
export function endAbandonedWork(
  ledger: Ledger,
  { unleased }: { readonly unleased: boolean },
): Promise<readonly EndedWork[]> {
  return ledger.write(async (unit) => {
    const ended: EndedWork[] = [];
    for (const { leases } of ledger.modules) {
      if (!leases) continue;
      for (const lease of await findAbandonedWork(unit, leases, unleased)) {
        await leases.end(unit, lease);
        await deleteLease(unit.tx, lease.name);
        ended.push({ name: lease.name, kind: lease.kind });
      }
    }
    return ended;
  });
}

async function findAbandonedWork(
  { tx, leaseTime }: UnitOfWork,
  leases: NonNullable<LedgerModule["leases"]>,
  unleased: boolean,
): Promise<readonly EndedWork[]> {
  const expired = await selectExpiredLeases(tx, leaseTime());
  const found: EndedWork[] = expired.filter(({ kind }) => leases.kinds.includes(kind));
  if (!unleased) return found;
  for (const open of await leases.unleased(tx)) {
    if ((await selectLease(tx, open.name)) === null) found.push(open);
  }
  return found;
}
