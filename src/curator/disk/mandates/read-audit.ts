import type { Ledger } from "../../../ledger/ledger.ts";
import { newestInFile } from "../../audit/lines.ts";
import { type Audit, openAudit } from "../../audit/open-audit.ts";
import { auditLineOf } from "../../freshness/watermarks.ts";
import type { Snapshot } from "../../mandates/mandate.ts";
import { auditLinesOf, readRecorded } from "../../memory/noted.ts";
import { AUDIT } from "../../workspace/layout.ts";
import { readAppendOnly } from "../append-only-files.ts";
import type { Site } from "./open-site.ts";

/** Opens the record of refreshes. Where the file does not end as the last run left it, it is completed from the ledger. */
export async function readAudit(
  { root, place, id }: Site,
  read: Ledger["read"],
  { standing, record, memory }: Snapshot,
): Promise<Audit> {
  const { bytes } = readAppendOnly(root, AUDIT);
  const last = auditLineOf(standing);
  const isCut = last !== null && newestInFile(bytes)?.line !== last;
  const owner = { workspace: place.config.workspace_id, responsibility: id };
  const recorded = isCut
    ? auditLinesOf((await read((tx) => readRecorded(tx, owner, 0))).lines)
    : record.audits;
  return openAudit(bytes, recorded, memory.digest.refresh);
}
