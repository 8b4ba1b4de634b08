import * as z from "zod";
import { DEFAULT_STRIDE } from "../../compaction/cut-points.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { decimal } from "../../runtime/decimal.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { workspaceName } from "../../runtime/workspace-name.ts";

/** Options of a child thread: its title, the branch point, and the actor. */
export const childInput = {
  title: z.string().max(1000).optional().describe("Title of the new thread"),
  "from-message": z.string().optional().describe("Branch after this message and its reply"),
  "from-seq": integer().optional().describe("Branch after the event with this seq"),
  ...actorInput,
};

/** Option names of other programs for the same inputs. */
export const childAliases = { ...actorAliases, "from-message-id": "from-message" };

/** The branch point and the child that these options describe. */
export function childOf(
  input: z.infer<z.ZodObject<typeof childInput>>,
  ledger: Ledger,
  context: OperationContext,
) {
  const { title = null, "from-message": message, "from-seq": seq } = input;
  const child = { workspace: workspaceName(ledger, context), title, actor: actorOf(input) };
  return { cut: { message, seq }, child };
}

/** How densely a thread is cut. */
export const strideInput = {
  stride: decimal()
    .int()
    .default(DEFAULT_STRIDE)
    .describe("Number of messages between two checkpoints"),
};

/** Which summaries are written, how many, and by whom. */
export const compactionInput = {
  ...strideInput,
  "over-tokens": integer(1)
    .optional()
    .describe(
      "Compact when more than this many tokens are not summarised, instead of counting messages",
    ),
  max: integer().default(1).describe("Maximum number of summaries to write (at most 32)"),
  "dry-run": z.boolean().default(false).describe("Report what would be done, and write nothing"),
  ...actorInput,
};

/** Option names of other programs for the same inputs. */
export const compactionAliases = {
  ...actorAliases,
  "stride-messages": "stride",
  "max-new-checkpoints": "max",
};
