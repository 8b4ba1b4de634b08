/**
 * What the ledger needs to know about units: the tables that follow their events, and a check of
 * the search index, which is not a projection because it contains words of texts.
 */

import type { LedgerModule } from "../ledger/projections.ts";
import { checkSearch } from "./search/check-search.ts";
import { projection } from "./tables.ts";

const units: LedgerModule = { projection, index: { check: checkSearch } };

export default units;
