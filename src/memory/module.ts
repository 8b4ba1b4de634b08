import type { LedgerModule } from "../ledger/projections.ts";
import { checkSearch } from "./search/check-search.ts";
import { projection } from "./tables.ts";

const units: LedgerModule = { projection, index: { check: checkSearch } };

export default units;
