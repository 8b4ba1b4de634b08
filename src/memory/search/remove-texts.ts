import type { Ledger } from "../../ledger/ledger.ts";
import { selectIdsWith } from "../tables.ts";
import { removeSources } from "./index-sources.ts";
import { isCurrent, removeUnit } from "./index-units.ts";
import { hasSearch, selectTotals, wipeDeleted } from "./tables.ts";

/**
 * Removes the words of redacted texts from the index. Which passages of a conversation came from a text is not known
 * to it, so that all of them go; the next search reads them again, without the text.
 */
export async function removeTexts(ledger: Ledger, names: Iterable<string>): Promise<void> {
  const { engine } = ledger.store;
  await ledger.write(async ({ tx }) => {
    if (!(await hasSearch(tx, engine))) return;
    for (const name of names) {
      for (const unit_id of await selectIdsWith(tx, name)) {
        await removeUnit(tx, engine, unit_id);
      }
    }
    if (isCurrent(await selectTotals(tx))) await removeSources(tx, engine);
    await wipeDeleted(tx, engine);
  });
}
