import { HoldallError } from "../base/errors.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { sizeOfText } from "../ledger/texts.ts";
import { findUnit } from "../memory/units.ts";
import { stateIdOf, stateStream } from "../state/address.ts";
import { addressFor } from "../state/find-address.ts";
import { readTrail } from "../state/history/read-trail.ts";
import type { Transaction } from "../stores/store.ts";

/** The command that shows what a workspace has under an id that is no conversation's; null for nothing. */
export function commandShowing(ledger: Ledger, id: string): Promise<string | null> {
  return ledger.read(async (tx) => {
    const stream = stateStream(stateIdOf(await addressFor(tx, {})));
    const [line] = await readTrail(tx, stream, { id, limit: 1 });
    if (line !== undefined) return `holdall state log --entry ${quoteForShell(id)}`;
    const unit = await unitNamed(tx, id);
    if (unit !== null) return `holdall memory get ${unit}`;
    const isText = SHA_256.test(id) && (await sizeOfText(tx, id)) !== null;
    return isText ? `holdall artifact get ${id}` : null;
  });
}

const SHA_256 = /^[0-9a-f]{64}$/;

async function unitNamed(tx: Transaction, id: string): Promise<string | null> {
  try {
    return (await findUnit(tx, id)).unit_id;
  } catch (error) {
    if (error instanceof HoldallError) return null;
    throw error;
  }
}
