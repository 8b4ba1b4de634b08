import { promptFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
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
  const focus: readonly PromptFile[] = changesFocus ? ["current_focus"] : [];
  return runMandate(
    context,
    { ...input, telemetry: "sql", controller: isNew ? chooseController(context) : null },
    {
      mandate: "refresh_ai_context",
      files: isNew ? promptFiles : [...focus, "recent_activity", "open_requests"],
      checksModel: isNew,
      compacts: false,
      alerts: false,
      gated: isNew,
    },
  );
}
