import type { OperationContext } from "../../runtime/operation-context.ts";
import { loadText } from "../assemble/load.ts";
import { keepForNextRun } from "./complete-recorded.ts";
import { openReady, type ReadyInput } from "./mandates/open-ready.ts";

/** What is loaded besides the four files, and within which budget. */
interface LoadInput extends ReadyInput {
  readonly budget?: number | undefined;
  readonly with: readonly string[];
  readonly task?: string | undefined;
  readonly "with-links": boolean;
}

/** The one text that a model reads of a responsibility; its files are refreshed first. */
export async function loadResponsibility(context: OperationContext, input: LoadInput) {
  const { bundle, snapshot } = await openReady(context, input);
  const budget = { ...snapshot.budget, tokens: input.budget ?? snapshot.budget.tokens };
  const loaded = loadText(
    { ...snapshot, budget },
    { with: input.with, task: input.task ?? null, withLinks: input["with-links"] },
  );
  keepForNextRun(() => bundle.files.save());
  return { responsibility_id: input.id, ...loaded };
}
