import type { LedgerModule } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const transcripts: LedgerModule = { projection };

export default transcripts;
