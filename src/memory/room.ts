import type { LedgerRoom } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const units: LedgerRoom = { projection };

export default units;
