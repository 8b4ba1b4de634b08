/**
 * The last gate of a conversion: its result is read by the target's own reader at the full level
 * before anything is written, and the loss is compared with what the user allows.
 */

import { HoldallError } from "../../base/errors.ts";
import { memoryEntry, treeFiles } from "../../base/file-set.ts";
import type { Format } from "../../formats/format.ts";
import type { Limits } from "../../formats/limits.ts";
import { describeLoss, type LossReport } from "../../model/loss.ts";
import { resolveFormatName } from "../detect.ts";
import { readBundle, requireValid } from "../read-bundle.ts";
import { computeSums, SUMS_FILE } from "../sums.ts";
import { CARRIED_FILE } from "./carried-facts.ts";
import type { Conversion } from "./convert.ts";

/** How much a conversion may lose: nothing, only exactness, or anything. */
export type MaxLoss = "none" | "changed" | "any";

/** Refuses a conversion that loses more than allowed. */
export function requireMaxLoss(loss: LossReport, most: MaxLoss): void {
  const worst = loss.dropped + loss.summarised;
  const refused = most === "none" ? worst + loss.changed > 0 : most === "changed" && worst > 0;
  if (!refused) return;
  const harmless = most === "none" ? ["kept"] : ["kept", "changed"];
  const first = loss.items.find((item) => !harmless.includes(item.kind));
  throw new HoldallError(
    "E_LOSS",
    `Cannot convert within --max-loss ${most}: ${describeLoss(loss)} (first: ${first?.where}: ${first?.why})`,
    { cure: "allow a greater loss, or use --max-loss any to see the full report" },
  );
}

function tooMuchToCarry(): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot convert: ${CARRIED_FILE} would be larger than its reader accepts`,
  );
}

/** How a result is checked by its own reader. */
interface SelfCheckOptions {
  readonly withSums: boolean;
  readonly now: Date;
  /** Limits that differ from the format's own. */
  readonly limits: Partial<Limits>;
}

/** Reads a result as its reader would, so that no invalid bundle is ever written; adds sums if asked. */
export async function selfCheck<
  Made extends Pick<Conversion, "model" | "tree" | "profile" | "carries">,
>(conversion: Made, target: Format, { withSums, now, limits }: SelfCheckOptions): Promise<Made> {
  const tree = new Map(conversion.tree);
  if (withSums) {
    const text = await computeSums(treeFiles(tree));
    tree.set(SUMS_FILE, memoryEntry(SUMS_FILE, new TextEncoder().encode(text)));
  }
  const reading = await readBundle(treeFiles(tree), {
    as: resolveFormatName(target.name),
    profile: conversion.profile,
    level: "full",
    limits,
    signers: null,
    now,
    // It was just computed from these files.
    testCarried: false,
  });
  requireValid(reading, `write a valid ${target.name} bundle`);
  if (conversion.carries && !reading.carried) throw tooMuchToCarry();
  return { ...conversion, tree };
}
