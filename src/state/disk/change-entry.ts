import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorInput, actorOf } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import type { Decision } from "../change.ts";
import { changeState, type RecordedChange, type StateView } from "../change-state.ts";
import type { CommitRules } from "../commit/commit-request.ts";
import { stateNumbers, stateNumbersSchema } from "../state-numbers.ts";
import { type EntryResult, entryResultSchema } from "../transitions.ts";
import { otherNamespaceInput, requireOwnNamespace } from "./settings/own-namespace.ts";
import { commitRules, type StateSettings, stateSettings } from "./settings/settings.ts";
import { addressInput, namespaceInput } from "./settings/state-input.ts";

/** Options of every change of an entry. */
export const changeInput = {
  "expect-version": integer()
    .optional()
    .describe("Expected version of the entry; another version is a conflict"),
  reason: z.string().max(65_536).optional().describe("Reason, recorded in the trail"),
  ...namespaceInput,
  ...otherNamespaceInput,
  ...actorInput,
  ...addressInput,
  ...storeInput,
};

/** The parsed options of a change. */
export type ChangeInput = z.infer<z.ZodObject<typeof changeInput>>;

/** A changed entry in an operation's output. */
export const changedSchema = () =>
  z.object({ ...entryResultSchema().shape, ...stateNumbersSchema() });

/** What a decision is based on besides the state. */
export interface ChangeContext {
  readonly rules: CommitRules;
  readonly settings: StateSettings;
}

/** Makes a decision about the state that the input names and records it; `then` runs afterwards. */
export function changeEntry<Result>(
  context: OperationContext,
  input: ChangeInput,
  decide: (view: StateView, context: ChangeContext) => Decision<Result> | Promise<Decision<Result>>,
  then: (ledger: Ledger, recorded: RecordedChange<Result>) => Promise<void> = async () => {},
): Promise<RecordedChange<Result>> {
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const settings = stateSettings(context, ledger, input);
    await requireOwnNamespace(ledger, settings, input);
    const rules = await commitRules(ledger, settings);
    const { address, bounds } = settings;
    const choice = { address, bounds, actor: actorOf(input) };
    const recorded = await changeState(ledger, choice, (view) => decide(view, { rules, settings }));
    await then(ledger, recorded);
    return recorded;
  });
}

/** A changed entry as the output of its operation. */
export function toChangedOutput({ state, result }: RecordedChange<EntryResult>) {
  return { ...result, evicted: [...result.evicted], ...stateNumbers(state) };
}

/** The options of a change as the rules expect them. */
export function toRequest({ namespace, reason, ...input }: ChangeInput) {
  return { namespace, reason, expect_version: input["expect-version"] };
}
