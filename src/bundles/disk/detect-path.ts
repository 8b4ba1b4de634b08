import { createFindings } from "../../base/findings.ts";
import type { Format } from "../../formats/format.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { detectFormat } from "../detect.ts";
import { openPath } from "./open-path.ts";

/** The format of the bundle at a path, without reading its records; null when it is not exactly one. */
export async function detectPath(
  context: OperationContext,
  location: string,
): Promise<Format | null> {
  const { files } = await openPath(context, location, await chosenLimits(context, {}));
  return detectFormat(files, createFindings("lenient"));
}
