import type { OperationContext } from "../../../runtime/operation-context.ts";
import { fullRefresh, partialRefresh } from "../../mandates/choices.ts";
import type { PromptFile } from "../../mandates/mandate.ts";
import type { BundleState } from "../read/open-bundle.ts";
import type { PlaceInput } from "../workspace.ts";
import { chooseController } from "./controller.ts";
import { runMandate } from "./run-mandate.ts";

/** Which responsibility is refreshed, and when. */
interface StaleBundle extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
}

/** After an event only the files about events are rebuilt; a bundle that was never made, wholly. */
export function refreshStale(
  context: OperationContext,
  input: StaleBundle,
  { stale, changesFocus }: Pick<BundleState, "stale" | "changesFocus">,
) {
  const isNew = stale.includes("bundle");
  const controller = isNew ? chooseController(context) : null;
  const focus: readonly PromptFile[] = changesFocus ? ["current_focus"] : [];
  const choice = isNew
    ? fullRefresh
    : partialRefresh([...focus, "recent_activity", "open_requests"]);
  return runMandate(context, { ...input, telemetry: "sql", controller }, choice);
}
