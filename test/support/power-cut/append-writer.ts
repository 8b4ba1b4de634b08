/** Creates a workspace and appends to it: `append-writer.ts LOCATION`. Prints the id of every event that is stored. */
import fs from "node:fs";
import { message, openLedgerAt } from "../workspaces.ts";

const ledger = await openLedgerAt(process.argv[2] ?? "");
for (let round = 0; round < 6; round++) {
  const id = `event-${round}`;
  // Every second text is long enough to be an artifact.
  const text = round % 2 === 0 ? id : id.repeat(3000);
  await ledger.append([{ ...message("continuity:a", text), id }]);
  fs.writeSync(1, `${id}\n`);
}
await ledger.close();
