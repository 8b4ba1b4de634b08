import { promptFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { fullRefresh, partialRefresh } from "../../mandates/choices.ts";
import type { ReadBundle } from "../read/read-state.ts";
import type { PlaceInput } from "../workspace.ts";
import { chooseController } from "./controller.ts";
import { runAndRead } from "./run-mandate.ts";

/** Which responsibility is refreshed, and when. */
interface StaleBundle extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
}

/**
 * Publishes what the inputs make now. What a model reads is bounded, so growth of its sources waits for nobody
 * here; a refresh that somebody asks for, or the daily one, judges it. A bundle that was never made is made wholly.
 */
export function refreshStale(
  context: OperationContext,
  input: StaleBundle,
  stale: readonly string[],
  opened: ReadBundle | null = null,
) {
  const isNew = stale.includes("bundle");
  const controller = isNew ? chooseController(context) : null;
  const choice = isNew ? fullRefresh : partialRefresh(promptFiles);
  return runAndRead(context, { ...input, telemetry: "sql", controller }, choice, opened);
}
