import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { count, timestamp } from "../../model/values.ts";

const label = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);

const useSchema = z.looseObject({
  entries: z.array(
    z.object({
      namespace: label,
      id: label,
      /** Reads that gave the entry to an agent. */
      reads: count.optional(),
      /** Times that it was marked as useful. */
      useful: count.optional(),
      last_access: timestamp.optional(),
      retrieval_strength: z.number().min(0).optional(),
    }),
  ),
});

/** Uses of entries, which change none of them. */
export type UseBody = z.infer<typeof useSchema>;

const useEventTypes = new Set(["use_accessed", "use_marked", "use_decayed", "use_imported"]);

/** Parses the body of an event of use; null when it is none. */
export function parseUseBody(type: string, body: JsonObject): UseBody | null {
  if (!useEventTypes.has(type)) return null;
  const parsed = useSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
