import type { LedgerModule } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const state: LedgerModule = { projection };

export default state;
