import { HoldallError } from "../../base/errors.ts";
import { requireValid, type ValidReading } from "../../bundles/read-bundle.ts";
import { type DreamRecord, readDreamRecord } from "../../state/dream/dream-record.ts";
import { type OpenedPath, readPath } from "../bundle/open-path.ts";
import type { OperationContext } from "../operation/operation.ts";

/** A bundle that `dream` wrote. */
export type DreamReading = OpenedPath & ValidReading & { readonly record: DreamRecord };

/** Reads a bundle that `dream` wrote; refuses any other. */
export async function readDream(
  context: OperationContext,
  location: string,
  doing: string,
): Promise<DreamReading> {
  const reading = await readPath(context, location, {}, { profile: "lenient", level: "full" });
  requireValid(reading, `${doing} "${location}"`);
  const record = await readDreamRecord(reading.files);
  if (record !== null) return { ...reading, record };
  throw new HoldallError(
    "E_FORMAT",
    `Cannot ${doing} "${location}": it was not written by \`dream\``,
    {
      cure: "create one with `holdall dream PATH --out DIR`",
    },
  );
}
