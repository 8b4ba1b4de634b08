/**
 * Appends to a workspace until it is killed: `writer.ts LOCATION NAME ACKS`. Every event that was confirmed
 * is a line of ACKS, written before the next one begins. Each event has an id of its own, so that
 * a batch whose fate is unknown can be tried again without being doubled.
 */
import fs from "node:fs";
import { HoldallError } from "../../src/base/errors.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { message, messagesModule, openLedgerAt } from "../support/workspaces.ts";

const [location = "", name = "", acks = ""] = process.argv.slice(2);
const known = fs.existsSync(acks) ? fs.readFileSync(acks, "utf8").split("\n").length - 1 : 0;
const descriptor = fs.openSync(acks, "a");
const life = `${name}-${process.pid}`;

/** A few events of this batch; now and then with a text that is kept as an artifact. */
function batchOf(round: number) {
  return Array.from({ length: 1 + (round % 4) }, (_, at) => {
    const stream = at % 2 === 0 ? "continuity:shared" : `continuity:${name}`;
    const id = `${life}-${round}-${at}`;
    return { ...message(stream, round % 9 === 8 ? id.repeat(900) : id), id };
  });
}

async function append(ledger: Ledger, round: number): Promise<void> {
  const batch = batchOf(round);
  try {
    await ledger.append(batch);
  } catch (error) {
    // Tried before, and the answer was lost on the way.
    if (!(error instanceof HoldallError) || error.code !== "E_DUP_ID") throw error;
  }
  fs.writeSync(descriptor, batch.map(({ stream, id }) => `${stream} ${id}\n`).join(""));
}

/** Goes on when the store was away for a while; anything else ends the process with its stack. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof HoldallError && ["E_IO", "E_LOCKED"].includes(error.code);
      if (!isAway || !location.includes("://")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

let ledger: Ledger | null = null;
for (let round = known; ; round++) {
  await untilDone(async () => {
    ledger ??= await openLedgerAt(location, { modules: [messagesModule] });
    await append(ledger, round);
  });
}
