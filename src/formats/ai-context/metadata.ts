import { checkRecord } from "../../base/check-record.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { readText } from "../../base/read-document.ts";
import { parseYaml, withYamlLines } from "../../base/yaml/yaml.ts";
import { ingestionStatuses, type Metadata, metadataType } from "../../model/ai-context/records.ts";
import type { AiContext } from "./model.ts";

/** The metadata of a bundle, with findings that know its lines. */
export interface ReadMetadata {
  readonly metadata: NonNullable<AiContext["metadata"]>;
  readonly findings: Findings;
}

/**
 * Reads `bundle.yaml` and checks its fields and the history of its ingestion; null if it does not
 * exist.
 */
export async function readMetadata(
  files: FileSet,
  file: string,
  options: { readonly findings: Findings; readonly maxBytes: number },
): Promise<ReadMetadata | null> {
  const document = await readText(files, file, { ...options, optional: true });
  if (!document) return null;
  const parsed = parseYaml(document.text);
  for (const { code, line, message } of parsed.faults) {
    options.findings.error(code, { file, line }, message);
  }
  const findings = withYamlLines(options.findings, parsed);
  const { value } = parsed;
  const isUsable =
    parsed.faults.length === 0 && checkRecord(metadataType, value, { file }, findings);
  if (isUsable) checkIngestion(value, file, findings);
  return { metadata: { value: isUsable ? value : null, bytes: document.bytes }, findings };
}

type Status = Metadata["ingestion_status"];

/**
 * The state machine of an ingestion: pending, registered, dispatched, retired; each step recorded,
 * in order, none skipped. The declared status must be the one that the history ends with.
 */
function checkIngestion(metadata: Metadata, file: string, findings: Findings): void {
  const { ingestion_status: status, status_history: history } = metadata;
  let at: Status | null = null;
  for (const [index, { from, to }] of (history ?? []).entries()) {
    const before: Status | null = !from || from === "none" ? null : from;
    // A history may start with the creation of the bundle, or with the first step after it.
    const isConnected = index === 0 ? before === null || before === "pending" : before === at;
    if (!isConnected || to !== nextAfter(before)) {
      const place = { file, pointer: `/status_history/${index}` };
      findings.error(
        "E_STATE",
        place,
        `No step leads from "${at ?? "none"}" by "${before ?? "none"}" to "${to}"`,
      );
    }
    at = to;
  }
  // The document's own metadata has no history; only one that exists can contradict the status.
  if (history != null && status !== (at ?? "pending")) {
    const message = `The status is "${status}", but the history ends at "${at ?? "pending"}"`;
    findings.error("E_STATE", { file, pointer: "/ingestion_status" }, message);
  }
  if (status !== "pending") checkRegistered(metadata, file, findings);
}

function nextAfter(status: Status | null): Status | undefined {
  return status === null ? "pending" : ingestionStatuses[ingestionStatuses.indexOf(status) + 1];
}

/** From `registered` on, someone must be responsible, and nobody may have rejected the bundle. */
function checkRegistered(metadata: Metadata, file: string, findings: Findings): void {
  if (metadata.primary_responsibilities.length === 0) {
    const place = { file, pointer: "/primary_responsibilities" };
    findings.error("E_STATE", place, "Registered, but for no responsibility");
  }
  if (metadata.review?.decision === "rejected") {
    findings.error("E_STATE", { file, pointer: "/review" }, "Registered, although it was rejected");
  }
}
