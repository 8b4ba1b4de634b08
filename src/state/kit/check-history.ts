/**
 * Compares a bundle's files with its history. The history is the truth: it is chained and hashed,
 * and the files follow from it. A difference is a hand edit. Conversions are undone first, because
 * what they change is not an edit.
 */

import type { FileSet } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { asCarried, readCarried } from "../../bundles/convert/carried.ts";
import { codecOf } from "../../bundles/convert/common-state.ts";
import { restoreOrigin } from "../../bundles/convert/restore-origin.ts";
import type { ValidReading } from "../../bundles/read-bundle.ts";
import type { Format } from "../../formats/format.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { TrailEvent } from "../../model/state.ts";
import { readDreamRecord } from "../dream/dream-record.ts";
import { linesWithoutEvent } from "../dream/dream-trail.ts";
import { buildEntries } from "./bundle-entries.ts";
import { editTexts, findHandEdits, type HandEdits } from "./hand-edits.ts";
import type { StateHistory } from "./history.ts";
import { type BundleHistory, readHistory } from "./read-history.ts";

/** Conversions that are undone to compare the files of a bundle with its history. */
const MAX_CONVERSIONS = 3;

/**
 * The hand edits since a bundle's history was written. A converted bundle is compared in the format that it was
 * exported in, because what a conversion changes is no edit.
 */
export async function findEditsSince(
  reading: Pick<ValidReading, "files" | "format">,
  parts: StateParts,
  history: StateHistory,
  countTokens: (text: string) => number,
): Promise<HandEdits> {
  let format: Format = reading.format;
  let own: StateParts = parts;
  let carried = await readCarried(reading.files, format.name, createFindings("lenient"));
  for (let times = 0; carried !== null && times < MAX_CONVERSIONS; times++) {
    const origin = await restoreOrigin(codecOf(format), own, carried, {
      budget: null,
      countTokens,
    });
    if (origin === null) break;
    [format, own] = [await loadFormat(origin.origin.name), origin.restored.parts];
    carried = asCarried(carried.before);
  }
  const more = await dreamLines(reading.files, history);
  return findHandEdits({ history, more }, format, own, countTokens);
}

/** The trail lines that the record of a dream explains. */
async function dreamLines(files: FileSet, history: StateHistory): Promise<readonly TrailEvent[]> {
  const record = await readDreamRecord(files);
  if (record === null) return [];
  return linesWithoutEvent(record.decisions, buildEntries(history), new Date(record.at));
}

/**
 * Checks the history of a bundle: its chains, texts and recorded hashes, and that the files contain the state that
 * it leads to. Null when the bundle has none.
 */
export async function checkHistory(
  reading: Pick<ValidReading, "files" | "format" | "model">,
  findings: Findings,
): Promise<BundleHistory | null> {
  const found = await readHistory(reading.files, findings);
  const { format, model } = reading;
  if (found?.history == null || !format.state || model === null) return found;
  // Both sides are counted alike, so that any counter will do.
  const countTokens = (text: string) => text.length;
  const parts = await format.state.readParts(model);
  const edits = await findEditsSince(reading, parts, found.history, countTokens);
  const { entriesFile, trailFile } = format.state;
  for (const text of editTexts(edits)) {
    const file = edits.trail.includes(text) ? trailFile : entriesFile;
    findings.error("E_STATE", { file }, `The files differ from the history: ${text}`);
  }
  return found;
}
