import { treeFiles } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { limitsOf } from "../../formats/limits.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { Carried } from "./carried.ts";
import { CARRIED_FILE } from "./carried-facts.ts";
import type { NamedCodec, StateOptions } from "./common-state.ts";
import { type RestoredState, restoreState } from "./restore-state.ts";
import { overBudgetError } from "./set-budget.ts";

/** A state in the format it came from. */
export interface RestoredOrigin {
  readonly origin: NamedCodec;
  readonly restored: RestoredState;
}

/**
 * Undoes the conversion that carried something, and checks the result with its own reader, because
 * what was carried is as untrusted as the bundle around it. Null when the result is not valid.
 */
export async function restoreOrigin(
  converted: NamedCodec,
  convertedParts: StateParts,
  carried: Carried,
  options: StateOptions,
): Promise<RestoredOrigin | null> {
  const format = await loadFormat(carried.from);
  if (!format.state) return null;
  const origin: NamedCodec = { name: carried.from, codec: format.state };
  // The budget of the origin is restored; another one is set afterwards.
  const unchanged = { ...options, budget: null };
  const restored = restoreState({ converted, convertedParts, origin, carried }, unchanged);
  const files = treeFiles(format.write(origin.codec.buildModel(restored.parts)));
  const findings = createFindings("lenient");
  const limits = limitsOf(format);
  const model = await format.read(files, { findings, limits, level: "records" });
  if (model === null || findings.errorCount() > 0) return null;
  const over = findings.list().find((finding) => finding.code === "W_OVER_BUDGET")?.details;
  if (over && options.budget === null) {
    throw overBudgetError(Number(over.tokens), Number(over.budget));
  }
  // The parts as the reader understood them: a carried line need not be a record.
  return { origin, restored: { ...restored, parts: await origin.codec.readParts(model) } };
}

/** Reports what of a carried document could not be used for restoring the origin. */
export function reportUnusedCarried(
  carried: Carried,
  result: RestoredOrigin | null,
  findings: Findings,
): void {
  const place = { file: CARRIED_FILE };
  if (!result) {
    const message = `Ignored: the ${carried.from} bundle it would restore is not valid`;
    findings.warn("W_CARRIED", place, message);
  }
  for (const { where, why } of result?.restored.refused ?? []) {
    findings.warn("W_CARRIED", place, `Ignored ${where}: ${why}`);
  }
}
