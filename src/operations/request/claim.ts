import * as z from "zod";
import { type ActingPlace, actIn } from "../../curator/disk/record/acting.ts";
import { type Claim, claimTogether } from "../../curator/disk/record/claim-together.ts";
import { countClaimable } from "../../curator/requests/tables/queries.ts";
import { type RequestRow, requestSchema } from "../../curator/requests/tables/rows.ts";
import type { StreamKind } from "../../model/event.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** What is announced when something happens to any request. */
const REQUESTS = "request" satisfies StreamKind;
/** Between two looks where nothing is announced. */
const POLL_MS = 1_000;

export default defineOperation({
  name: "request claim",
  summary: "Accept the next pending requests of a responsibility for a worker",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.claim", sets: ["requests", "context"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["request claim docs_cos --limit 5 --as worker-1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility whose requests are claimed"),
    limit: integer(1).max(1000).default(1).describe("Maximum number of requests"),
    wait: integer()
      .max(3600)
      .default(0)
      .describe("Seconds to wait for a request where none is pending")
      .meta({ by: "terminal" }),
    ...actingInput,
  }),
  output: () => z.object({ requests: z.array(requestSchema()) }),
  async run(context, { id, limit, wait, ...input }) {
    const claim = { target: id, limit };
    const requests = await (wait === 0
      ? actIn(context, input, "write", (where) => claimTogether(where, claim))
      : claimWhenPending(context, input, { ...claim, seconds: wait }));
    return { requests: [...requests] };
  },
});

interface Wanted extends Claim {
  readonly seconds: number;
}

/** Claims as soon as something is pending. Others may have been quicker, then it waits on. */
async function claimWhenPending(
  context: OperationContext,
  input: Parameters<typeof actIn>[1],
  wanted: Wanted,
): Promise<readonly RequestRow[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(wanted.seconds * 1000)]);
  const listener = await actIn(context, input, "read", ({ ledger }) =>
    ledger.store.listen(REQUESTS),
  );
  try {
    for (;;) {
      const requests = await actIn(context, input, "write", async (where) => {
        const isPending = signal.aborted || (await hasPending(where, wanted.target));
        return isPending ? claimTogether(where, wanted) : [];
      });
      if (requests.length > 0 || signal.aborted) return requests;
      await listener.wait(POLL_MS, signal);
    }
  } finally {
    listener.close();
  }
}

/** Looked at first, because a claim keeps other writers waiting. */
function hasPending({ ledger, acting }: ActingPlace, target: string): Promise<boolean> {
  const { workspace: workspace_id, at: now } = acting;
  return ledger.read(async (tx) => (await countClaimable(tx, { workspace_id, target, now })) > 0);
}
