import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Decision } from "../../state/change.ts";
import type { CommitRules } from "../../state/commit-request.ts";
import { changeState, type Recorded, type StateView } from "../../state/record.ts";
import type { EntryResult } from "../../state/transitions.ts";
import { actorInput, actorOf } from "../operation/actor.ts";
import { integer } from "../operation/integer.ts";
import type { OperationContext } from "../operation/operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { addressInput, namespaceInput, numbersOf, numbersSchema } from "./input.ts";
import { commitRules, type StateSettings, stateSettings } from "./settings.ts";

/** What every change of an entry is told. */
export const changeInput = {
  "expect-version": integer().optional().describe("The version of the entry that you have seen"),
  reason: z.string().max(65_536).optional().describe("Why, for the trail"),
  ...namespaceInput,
  ...actorInput,
  ...addressInput,
  ...storeInput,
};

/** The keys of a change that say whose it is. */
export type ChangeInput = z.infer<z.ZodObject<typeof changeInput>>;

/** An entry that was changed, in an operation's output. */
export const changedSchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    version: z.number(),
    status: z.string(),
    state: z.enum(["active", "archived", "deleted"]),
    tokens: z.number(),
    evicted: z.array(z.string()),
    ...numbersSchema(),
  });

/** What a decision may use besides the state. */
export interface Given {
  readonly rules: CommitRules;
  readonly settings: StateSettings;
}

/** Lets a decision be taken over the state that is meant, records it, and lets more be done then. */
export function changeHere<Result>(
  context: OperationContext,
  input: ChangeInput,
  decide: (view: StateView, given: Given) => Decision<Result> | Promise<Decision<Result>>,
  then: (ledger: Ledger, recorded: Recorded<Result>) => Promise<void> = async () => {},
): Promise<Recorded<Result>> {
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const settings = stateSettings(context, ledger, input);
    const rules = await commitRules(ledger, settings);
    const { address, bounds } = settings;
    const choice = { address, bounds, actor: actorOf(input) };
    const recorded = await changeState(ledger, choice, (view) => decide(view, { rules, settings }));
    await then(ledger, recorded);
    return recorded;
  });
}

/** An entry's change as its operation tells it. */
export function changedOutput({ state, result }: Recorded<EntryResult>) {
  return { ...result, evicted: [...result.evicted], ...numbersOf(state) };
}

/** What a change is told, as the rules take it. */
export function requestOf({ namespace, reason, ...input }: ChangeInput) {
  return { namespace, reason, expect_version: input["expect-version"] };
}
