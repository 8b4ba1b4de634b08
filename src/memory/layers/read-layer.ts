import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { readJson } from "../../base/read-document.ts";
import type { LayerUnit } from "./layer-unit.ts";
import { isNotePage } from "./notes.ts";
import { isOamp, readOamp } from "./oamp.ts";
import { isPam, readPam } from "./pam.ts";
import { readRecords } from "./records.ts";

/** The kind of a source of units. */
export type LayerName = "records" | "pam" | "oamp";

/** Units of another program. */
export interface ReadLayer {
  readonly layer: LayerName;
  readonly units: readonly LayerUnit[];
}

const MAX_DOCUMENT = 64 * 1024 * 1024;
/** Maximum number of units per import. */
const MAX_UNITS = 100_000;

/** Reads units from a folder of Markdown records (without notes) or from one PAM or OAMP document; null otherwise. */
export async function readLayer(
  files: FileSet,
  options: { readonly namespace: string; readonly findings: Findings },
): Promise<ReadLayer | null> {
  const { findings } = options;
  const paths = await somePaths(files);
  const [file] = paths;
  if (paths.length === 1 && file?.endsWith(".json")) {
    const document = await readJson(files, file, { findings, maxBytes: MAX_DOCUMENT });
    const value = document?.value ?? null;
    if (isPam(value)) return { layer: "pam", units: readPam(value, { ...options, file }) };
    if (isOamp(value)) return { layer: "oamp", units: readOamp(value, { ...options, file }) };
    return null;
  }
  const units: LayerUnit[] = [];
  for await (const record of readRecords(files, { ...options, skip: isNotePage })) {
    if (units.length === MAX_UNITS) {
      findings.error("E_LIMIT", {}, `The folder has more than ${MAX_UNITS} records`);
      break;
    }
    units.push(record);
  }
  return units.length === 0 && findings.errorCount() === 0 ? null : { layer: "records", units };
}

/** Two paths are enough to know that it is not a single document. */
async function somePaths(files: FileSet): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const { path, kind } of files.entries()) {
    if (kind === "file") paths.push(path);
    if (paths.length > 1) break;
  }
  return paths;
}
