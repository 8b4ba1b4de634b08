import { treeFiles } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { limitsOf } from "../read-bundle.ts";
import type { Carried } from "./carried.ts";
import { CARRIED } from "./carried-facts.ts";
import { type Restored, restoreState } from "./restore-state.ts";
import { overBudget } from "./set-budget.ts";
import type { Side, StateOptions } from "./state-pair.ts";

/** A state back in the format it came from. */
export interface Home {
  readonly origin: Side;
  readonly restored: Restored;
}

/** Says what of a carried document was not used on the way home. */
export function warnOfCarried(carried: Carried, home: Home | null, findings: Findings): void {
  const place = { file: CARRIED };
  if (!home) {
    findings.warn("W_CARRIED", place, `Not used: what it gives back is no sound ${carried.from}`);
  }
  for (const { where, why } of home?.restored.refused ?? []) {
    findings.warn("W_CARRIED", place, `Not used: ${where}: ${why}`);
  }
}

/**
 * Undoes the conversion that carried something, and checks what comes of it: what was carried is as
 * foreign as the bundle it came in. Null when it gives no sound state.
 */
export async function goHome(
  image: Side,
  imageParts: StateParts,
  carried: Carried,
  options: StateOptions,
): Promise<Home | null> {
  const format = await loadFormat(carried.from);
  if (!format.state) return null;
  const origin: Side = { name: carried.from, codec: format.state };
  const restored = restoreState(image, imageParts, origin, carried, { ...options, budget: null });
  const files = treeFiles(format.write(origin.codec.buildModel(restored.parts)));
  const findings = createFindings("lenient");
  const limits = limitsOf(format);
  const model = await format.read(files, { findings, limits, level: "records" });
  if (model === null || findings.errorCount() > 0) return null;
  const over = findings.list().find((finding) => finding.code === "W_OVER_BUDGET")?.details;
  if (over && options.budget === null) throw overBudget(Number(over.tokens), Number(over.budget));
  // As its own reader took it: a line that was carried need not be a record.
  return { origin, restored: { ...restored, parts: await origin.codec.readParts(model) } };
}
