/**
 * Checks the carried document of a bundle for `verify` and `inspect`. Loaded only if a bundle has
 * one.
 */

import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import type { Format } from "../../formats/format.ts";
import { type Carried, readCarried } from "./carried.ts";
import { CARRIED_FILE, type CarriedFacts } from "./carried-facts.ts";
import { codecOf } from "./common-state.ts";
import { reportUnusedCarried, restoreOrigin } from "./restore-origin.ts";

/**
 * Counts what a bundle carries and warns of what cannot be used. With `testRestore` the origin is
 * restored, because only that shows whether what is carried agrees with the bundle's own files.
 */
export async function checkCarried(
  { format, model, files }: { format: Format; model: unknown; files: FileSet },
  testRestore: boolean,
  findings: Findings,
): Promise<CarriedFacts | null> {
  const carried = await readCarried(files, format.name, findings);
  if (!carried) return null;
  if (testRestore && format.state && model !== null) {
    await tryRestore(format, model, carried, findings);
  }
  return countCarried(carried);
}

/** A longer trail is not worth the memory of a check. */
const MAX_TESTED_LINES = 50_000;

async function tryRestore(
  format: Format,
  model: unknown,
  carried: Carried,
  findings: Findings,
): Promise<void> {
  const codec = codecOf(format);
  const isLong = carried.trail.length > MAX_TESTED_LINES;
  const tested = isLong ? { ...carried, trail: [] } : carried;
  // The cost of a text does not matter here, and counting it would take longer than all the rest.
  const options = { budget: null, countTokens: () => 1 };
  try {
    const parts = await codec.codec.readParts(model, !isLong);
    const result = await restoreOrigin(codec, parts, tested, options);
    reportUnusedCarried(carried, result, findings);
    if (!isLong) return;
    const lines = formatCount(carried.trail.length, "trail line");
    const message = `${lines} were not checked; "holdall convert" compares them`;
    findings.warn("W_CARRIED", { file: CARRIED_FILE }, message);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    if (error.code === "E_OVER_BUDGET") return;
    findings.warn("W_CARRIED", { file: CARRIED_FILE }, `Not checked: ${error.message}`);
  }
}

function countCarried({ from, files, entries, trail, outside }: Carried): CarriedFacts {
  const complete = new Set(outside);
  const count = (map: Readonly<Record<string, object>>) =>
    Object.entries(map).reduce(
      (sum, [name, keys]) => sum + (complete.has(name) ? 0 : Object.keys(keys).length),
      0,
    );
  return { from, keys: count(files) + count(entries), lines: trail.length, entries: complete.size };
}
