import * as z from "zod";
import type { JsonObject } from "../base/json/value.ts";
import { count, timestamp } from "../model/values.ts";

const word = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);

const used = z.looseObject({
  entries: z.array(
    z.object({
      namespace: word,
      id: word,
      /** Reads that gave the entry to an agent. */
      reads: count.optional(),
      /** Times that it turned out to be of use. */
      useful: count.optional(),
      last_access: timestamp.optional(),
      retrieval_strength: z.number().min(0).optional(),
    }),
  ),
});

/** What happened to entries without changing them. */
export type UseBody = z.infer<typeof used>;

const types = new Set(["use_accessed", "use_marked", "use_decayed", "use_imported"]);

/** Reads the body of an event of use; null when it is none. */
export function parseUseBody(type: string, body: JsonObject): UseBody | null {
  if (!types.has(type)) return null;
  const parsed = used.safeParse(body);
  return parsed.success ? parsed.data : null;
}
