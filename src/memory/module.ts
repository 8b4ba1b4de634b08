import type { LedgerModule } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const units: LedgerModule = { projection };

export default units;
