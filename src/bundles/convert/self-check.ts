import { HoldallError } from "../../base/errors.ts";
import { memoryEntry, treeFiles } from "../../base/file-set.ts";
import type { Format } from "../../formats/format.ts";
import type { Limits } from "../../formats/limits.ts";
import type { LossReport } from "../../model/loss.ts";
import { formatNamed } from "../detect.ts";
import { readBundle, requireSound } from "../read-bundle.ts";
import { makeSums, SUMS_FILE } from "../sums.ts";
import { CARRIED } from "./carried-facts.ts";
import type { Conversion } from "./convert.ts";

/** How much a conversion may lose: nothing, only exactness, or anything. */
export type MaxLoss = "none" | "changed" | "any";

/** Refuses a conversion that loses more than it may. */
export function refuseLoss(loss: LossReport, most: MaxLoss): void {
  const worst = loss.dropped + loss.summarised;
  const refused = most === "none" ? worst + loss.changed > 0 : most === "changed" && worst > 0;
  if (!refused) return;
  const harmless = most === "none" ? ["kept"] : ["kept", "changed"];
  const first = loss.items.find((item) => !harmless.includes(item.kind));
  throw new HoldallError(
    "E_LOSS",
    `Cannot convert within --max-loss ${most}: ${loss.changed} changed, ${loss.summarised} summarised, ${loss.dropped} dropped (first: ${first?.where}: ${first?.why})`,
    { cure: "allow more with --max-loss, or read the report with --max-loss any" },
  );
}

function tooMuchToCarry(): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot carry what the target cannot say: ${CARRIED} would be too large to be read again`,
  );
}

/** How a result is checked by its own reader. */
interface SelfCheckOptions {
  readonly withSums: boolean;
  readonly now: Date;
  /** Limits that differ from the format's own. */
  readonly limits: Partial<Limits>;
}

/** No bundle is written that its own reader would refuse; gives it back with its sums. */
export async function selfCheck<
  Made extends Pick<Conversion, "model" | "tree" | "profile" | "carries">,
>(conversion: Made, target: Format, { withSums, now, limits }: SelfCheckOptions): Promise<Made> {
  const tree = new Map(conversion.tree);
  if (withSums) {
    const text = await makeSums(treeFiles(tree));
    tree.set(SUMS_FILE, memoryEntry(SUMS_FILE, new TextEncoder().encode(text)));
  }
  const reading = await readBundle(treeFiles(tree), {
    as: formatNamed(target.name),
    profile: conversion.profile,
    level: "full",
    limits,
    signers: null,
    now,
    // It was just made from what is beside it.
    tryCarried: false,
  });
  requireSound(reading, `write a sound ${target.name} bundle`);
  if (conversion.carries && !reading.carried) throw tooMuchToCarry();
  return { ...conversion, tree };
}
