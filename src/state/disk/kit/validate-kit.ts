import { HoldallError } from "../../../base/errors.ts";
import { createFindings } from "../../../base/findings.ts";
import { detectFormat, resolveFormatName } from "../../../bundles/detect.ts";
import { openPath, type ReadingInput } from "../../../bundles/disk/open-path.ts";
import { chosenLimits } from "../../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { KitReading } from "./read-kit.ts";

/** The format of a bundle that was refused; null when it is not known. */
export async function formatOf(
  context: OperationContext,
  input: ReadingInput & { readonly path: string },
): Promise<string | null> {
  if (input.as !== undefined) return resolveFormatName(input.as);
  try {
    const { files } = await openPath(context, input.path, await chosenLimits(context, input));
    return (await detectFormat(files, createFindings("lenient")))?.name ?? null;
  } catch (error) {
    if (error instanceof HoldallError) return null; // The findings say what is wrong with it.
    throw error;
  }
}

/** Slots that the other state does not have, and a budget that exceeds its own. */
export function unfitFor(kit: KitReading, other: KitReading): string[] {
  const known = new Set(other.incoming.bounds.slots.map(({ name }) => name));
  const missing = kit.incoming.bounds.slots.filter(({ name }) => !known.has(name));
  const [mine, theirs] = [kit, other].map(({ incoming }) => incoming.bounds.budget_tokens);
  return [
    ...missing.map(({ name }) => `the other state has no slot "${name}"`),
    ...((mine ?? 0) > (theirs ?? 0) ? [`its budget of ${mine} tokens exceeds ${theirs}`] : []),
  ];
}
