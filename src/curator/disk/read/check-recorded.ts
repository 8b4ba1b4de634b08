import type { Finding } from "../../../base/findings.ts";
import { sha256 } from "../../../base/hash.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../../runtime/workspace.ts";
import { locateStore } from "../../../stores/locate.ts";
import { auditLines } from "../../audit/lines.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { proofOf } from "../../bundle/unfinished.ts";
import { auditLineOf, memoryMarkOf } from "../../freshness/watermarks.ts";
import { lostLines } from "../../memory/lost-lines.ts";
import { type RecordedLine, readRecorded } from "../../memory/noted.ts";
import { memoryLines, startsAsRecorded } from "../../memory/reconcile.ts";
import { AUDIT, EVENTS } from "../../workspace/layout.ts";
import { readAppendOnly } from "../append-only-files.ts";
import { diskFiles } from "../responsibility-files.ts";
import { readMarksIn } from "../unfinished.ts";
import { type OpenedBundle, reading } from "./open-bundle.ts";

/** What a check of the recorded lines found. */
export interface CheckedRecord {
  readonly findings: readonly Finding[];
  /** How many recorded refreshes have yet to be written to the audit file. */
  readonly unwritten: number;
}

/**
 * Whether the memory and the audit file still have what was recorded: by the metadata of the bundle, and each line
 * by the ledger. The metadata lie in the project, where they could have been changed with the files.
 */
export async function checkRecorded(
  context: OperationContext,
  bundle: Pick<OpenedBundle, "place" | "id" | "root" | "folder">,
): Promise<CheckedRecord> {
  const { bytes } = readAppendOnly(bundle.root, EVENTS);
  const { bytes: audit } = readAppendOnly(bundle.root, AUDIT);
  const standing = readStanding(diskFiles(bundle.root));
  const lost = lostLines(await readLedgerLines(context, bundle), {
    memory: memoryLines(bytes),
    audit,
    unfinished: new Set(readMarksIn(bundle.folder).map((mark) => proofOf(mark))),
  });
  const isMutated = !startsAsRecorded(bytes, memoryMarkOf(standing));
  const isCut = !hasLine(audit, auditLineOf(standing));
  const findings = [
    ...(isMutated
      ? [mutated("Lines that the last run recorded have been changed or removed")]
      : []),
    ...(!isMutated && lost.memory.length > 0 ? [mutated(missing(lost.memory.length))] : []),
    ...(isCut ? [cut("The line of the last refresh has been changed or removed")] : []),
    ...(!isCut && lost.audit.length > 0 ? [cut(missing(lost.audit.length))] : []),
  ];
  return { findings, unwritten: lost.unwritten };
}

/** Everything that the workspace recorded for a responsibility; nothing where there is no workspace. */
function readLedgerLines(
  context: OperationContext,
  { place, id }: Pick<OpenedBundle, "place" | "id">,
): Promise<readonly RecordedLine[]> {
  if (locateStore(storeChoice(context, place.store)) === null) return Promise.resolve([]);
  const owner = { workspace: place.config.workspace_id, responsibility: id };
  return inWorkspace(context, reading(place), async (ledger) => {
    const { lines } = await ledger.read((tx) => readRecorded(tx, owner, 0));
    return lines;
  });
}

function hasLine(audit: Uint8Array, digest: string | null): boolean {
  if (digest === null) return true;
  for (const line of auditLines(audit)) if (sha256(line) === digest) return true;
  return false;
}

function missing(count: number): string {
  return `${formatCount(count, "recorded line")} of the ledger missing from the file, or changed in it`;
}

function mutated(message: string): Finding {
  const place = { file: EVENTS, pointer: null, line: null };
  return { severity: "error", code: "E_MEMORY_MUTATED", ...place, message };
}

function cut(message: string): Finding {
  const place = { file: AUDIT, pointer: null, line: null };
  return { severity: "error", code: "E_DIGEST", ...place, message };
}
