/**
 * Frees tokens: one named entry, or a sweep by rules. Only for people: a model frees tokens by
 * committing something more important.
 */

import * as z from "zod";
import { evict, evictInput } from "../../state/disk/evict-entries.ts";
import { stateNumbersSchema } from "../../state/state-numbers.ts";
import { sweptEntrySchema } from "../../state/use/sweep.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state evict",
  summary: "Archive entries to free tokens: by id, by rules, or until the state fits its budget",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a model frees tokens by committing entries with a higher score",
    http: "a model frees tokens by committing entries with a higher score",
  },
  positionals: ["id"],
  examples: ["state evict --dry-run", "state evict --max-keep 50 --dry-run"],
  input: evictInput,
  output: () =>
    z.object({
      dry_run: z.boolean(),
      evicted: z.array(sweptEntrySchema()),
      ...stateNumbersSchema(),
    }),
  async basis(context, input) {
    const { evicted, state_hash } = await evict(context, { ...input, "dry-run": true });
    return [state_hash, evicted.map(({ id, namespace, action }) => [id, namespace, action])];
  },
  run: evict,
});
