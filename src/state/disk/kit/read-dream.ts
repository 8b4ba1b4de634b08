import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import type { FileSet } from "../../../base/file-set.ts";
import { readBytes } from "../../../base/text/text.ts";
import { type OpenedPath, readPath } from "../../../bundles/disk/open-path.ts";
import { requireValid, type ValidReading } from "../../../bundles/read-bundle.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { storeInput } from "../../../runtime/store-input.ts";
import { type DreamRecord, readDreamRecord } from "../../dream/dream-record.ts";
import { newestDream } from "./kept-dreams.ts";

/** Which proposal is meant. */
export const dreamInput = {
  path: z
    .string()
    .optional()
    .describe("Bundle that `dream` wrote (default: the newest in the workspace)")
    .meta({ path: true }),
  ...storeInput,
};

type DreamInput = z.infer<z.ZodObject<typeof dreamInput>>;

/** A bundle that `dream` wrote. */
export type DreamReading = OpenedPath & ValidReading & { readonly record: DreamRecord };

/** Reads a bundle that `dream` wrote; refuses any other. */
export async function readDream(
  context: OperationContext,
  { path, store }: DreamInput,
  doing: string,
): Promise<DreamReading> {
  const location = path ?? newestDream(context, store);
  const reading = await readPath(context, location, {}, { profile: "lenient", level: "full" });
  requireValid(reading, `${doing} "${location}"`);
  const record = await readDreamRecord(reading.files);
  if (record !== null) return { ...reading, record };
  throw new HoldallError(
    "E_FORMAT",
    `Cannot ${doing} "${location}": it was not written by \`dream\``,
    {
      cure: "create one with `holdall dream`",
    },
  );
}

const MAX_TEXT = 1024 * 1024;

/** A text that a dream archives; null when the bundle does not have it. */
export async function archivedText(files: FileSet, name: string): Promise<string | null> {
  const entry = await files.get(`history/blobs/${name}`);
  if (entry?.kind !== "file") return null;
  return Buffer.from(await readBytes(entry, MAX_TEXT)).toString();
}
