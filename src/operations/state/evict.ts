import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Decision } from "../../state/change.ts";
import { type Swept, sweep } from "../../state/evict.ts";
import type { Recorded, StateView } from "../../state/record.ts";
import { removeTextsOf } from "../../state/redact.ts";
import { putAway } from "../../state/transitions.ts";
import { readUse } from "../../state/use.ts";
import { decimal } from "../operation/decimal.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { changeHere, changeInput, type Given, requestOf } from "./entry-change.ts";
import { numbersOf, numbersSchema } from "./input.ts";

const inputSchema = z.object({
  id: z.string().min(1).optional().describe("Entry to evict; by the rules unless told"),
  "ttl-days": decimal().min(0).optional().describe("What nobody read for so many days"),
  "min-strength": decimal().min(0).optional().describe("What is weaker than this"),
  "max-keep": integer().optional().describe("Keep only so many, the strongest"),
  lru: z.boolean().default(false).describe("Evict the weaker half, or down to --max-keep"),
  hard: z.boolean().default(false).describe("Delete what was archived before"),
  "dry-run": z.boolean().default(false).describe("Only say what would go"),
  ...changeInput,
});

type Input = z.infer<typeof inputSchema>;

export default defineOperation({
  name: "state evict",
  summary: "Make room: archive entries by id, by rules, or until the state fits its budget",
  effect: "write",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model makes room by committing what matters more",
    http: "a model makes room by committing what matters more",
  },
  positionals: ["id"],
  examples: ["state evict --dry-run", "state evict --max-keep 50 --dry-run"],
  input: inputSchema,
  output: () =>
    z.object({
      dry_run: z.boolean(),
      evicted: z.array(
        z.object({
          id: z.string(),
          namespace: z.string(),
          action: z.enum(["archive", "delete"]),
          reason: z.string(),
          retrieval_strength: z.number().nullable(),
        }),
      ),
      ...numbersSchema(),
    }),
  run: async (context, input) => {
    const plan = async (view: StateView, { settings }: Given) => {
      const { decay } = settings.config;
      const { protect_slots } = settings.config.state;
      const planned = input.id
        ? evictNamed(view, input, input.id)
        : sweep(view.state, await readUse(view.tx, view.state.id), {
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
    const removeTexts = async (ledger: Ledger, { state, result }: Recorded<readonly Evicted[]>) => {
      const gone = result.filter(({ action }) => action === "delete" && !input["dry-run"]);
      for (const entry of gone) await removeTextsOf(ledger, state, entry);
    };
    const { state, result } = await changeHere(context, input, plan, removeTexts);
    return { dry_run: input["dry-run"], evicted: [...result], ...numbersOf(state) };
  },
});

type Evicted = Omit<Swept, "retrieval_strength"> & { readonly retrieval_strength: number | null };

function evictNamed({ state }: StateView, input: Input, id: string): Decision<readonly Evicted[]> {
  const decided = putAway(state, { ...requestOf(input), id }, "evict");
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
