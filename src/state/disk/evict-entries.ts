import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { decimal } from "../../runtime/decimal.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { Decision } from "../change.ts";
import type { RecordedChange, StateView } from "../change-state.ts";
import { removeTextsOf } from "../history/redact.ts";
import { stateNumbers } from "../state-numbers.ts";
import { retireEntry } from "../transitions.ts";
import { readUse } from "../use/entry-use.ts";
import { planSweep, type SweptEntry } from "../use/sweep.ts";
import { type ChangeContext, changeEntry, changeInput, toRequest } from "./change-entry.ts";

/** Which entries are evicted. */
export const evictInput = z.object({
  id: z
    .string()
    .min(1)
    .optional()
    .describe("Id of the entry to evict (default: chosen by the rules)"),
  "ttl-days": z.coerce
    .number()
    .min(0)
    .optional()
    .describe("Evict entries that were not read for this many days"),
  "min-strength": decimal().min(0).optional().describe("Evict entries with less strength"),
  "max-keep": integer()
    .optional()
    .describe("Maximum number of entries to keep; the strongest stay"),
  lru: z.boolean().default(false).describe("Evict the weaker half, or all but --max-keep"),
  hard: z.boolean().default(false).describe("Also delete entries that were archived before"),
  "dry-run": z.boolean().default(false).describe("Preview; change nothing"),
  ...changeInput,
});

type EvictInput = z.infer<typeof evictInput>;

/** Plans the eviction in the state that the input names and, unless it is a dry run, records it. */
export async function evict(context: OperationContext, input: EvictInput) {
  const plan = async (view: StateView, { settings }: ChangeContext) => {
    const { decay } = settings.config;
    const { protect_slots } = settings.config.state;
    const planned = input.id
      ? evictNamed(view, input, input.id)
      : planSweep(view.state, await readUse(view.tx, view.state.id), {
          ttl_days: input["ttl-days"],
          min_strength: input["min-strength"],
          max_keep: input["max-keep"],
          lru: input.lru,
          hard: input.hard,
          protect_slots,
          namespace: input.namespace ?? view.state.bounds.namespace,
          now: view.now,
          strength: decay,
        });
    return input["dry-run"] ? { ...planned, changes: [] } : planned;
  };
  const removeTexts = async (
    ledger: Ledger,
    { state, result }: RecordedChange<readonly EvictedEntry[]>,
  ) => {
    const gone = result.filter(({ action }) => action === "delete" && !input["dry-run"]);
    for (const entry of gone) await removeTextsOf(ledger, state, entry);
  };
  const { state, result } = await changeEntry(context, input, plan, removeTexts);
  return { dry_run: input["dry-run"], evicted: [...result], ...stateNumbers(state) };
}

type EvictedEntry = Omit<SweptEntry, "retrieval_strength"> & {
  readonly retrieval_strength: number | null;
};

function evictNamed(
  { state }: StateView,
  input: EvictInput,
  id: string,
): Decision<readonly EvictedEntry[]> {
  const decided = retireEntry(state, { ...toRequest(input), id }, "evict");
  const { id: found, namespace } = decided.result;
  const reason = input.reason ?? "named";
  const evicted = {
    id: found,
    namespace,
    reason,
    action: "archive",
    retrieval_strength: null,
  } as const;
  return { ...decided, result: [evicted] };
}
