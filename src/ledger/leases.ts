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

/** How long a lease holds unless it is renewed. */
export const LEASE_MS = 60_000;

/** A claim to be working on something that is open: a run, a job. */
export type Lease = LeaseRow;

/** What is claimed, and by whom. */
export interface Claim {
  /** Names the thing, as `run:<id>`. */
  readonly name: string;
  readonly kind: string;
  readonly holder: string;
}

/** Claims a thing that nobody else works on. Renewing one's own claim is the same call. */
export async function takeLease(
  { tx, leaseTime }: UnitOfWork,
  claim: Claim,
  lasts = LEASE_MS,
): Promise<void> {
  const held = await selectLease(tx, claim.name);
  if (held && held.holder !== claim.holder && held.expires > leaseTime()) {
    throw new HoldallError(
      "E_LOCKED",
      `Cannot work on "${claim.name}": another process has its lease`,
    );
  }
  upsertLease(tx, { ...claim, expires: leaseTime() + lasts });
}

/** Keeps a claim alive. One that was ended meanwhile is `E_CONFLICT`: the work must stop. */
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

/** Gives a claim up, because the thing has ended. */
export async function dropLease({ tx }: UnitOfWork, name: string): Promise<void> {
  await deleteLease(tx, name);
}

/** Whether some lease has expired, so that there is something to end. */
export function hasExpiredLeases(ledger: Ledger): Promise<boolean> {
  const time = ledger.now().getTime() + ledger.store.engine.clockAhead;
  return ledger.read(async (tx) => (await selectExpiredLeases(tx, time)).length > 0);
}

/** Something that was found open with nobody working on it, and was ended. */
export type EndedWork = Pick<Lease, "name" | "kind">;

/**
 * Ends what crashed processes left open: everything with an expired lease, and on request what never
 * had one. Each is ended once, by whoever comes first; what carries a live lease is not touched.
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
