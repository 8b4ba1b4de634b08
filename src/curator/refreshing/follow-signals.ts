import { promptFiles } from "../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import type { MandateChoice, PromptFile } from "../mandates/mandate.ts";
import { type PendingSignal, selectPendingSignals } from "../responsibilities/tables/signals.ts";
import { responsibilityStream } from "../streams.ts";
import { actAsSteward, type WatchedPlace } from "./act-as-steward.ts";
import { chooseController } from "./controller.ts";
import { reading } from "./open-bundle.ts";
import { type MandateRequest, runMandate } from "./run-mandate.ts";

/** The files that each kind of signal makes stale. A detected model is checked instead. */
const filesOf: Readonly<Record<string, readonly PromptFile[]>> = {
  "mandate_run.closed": ["recent_activity", "open_requests"],
  "request.status_changed": ["recent_activity", "open_requests"],
  "proposal.applied": ["system_context"],
  "registry.changed": ["system_context"],
  "context.dispatched": ["current_focus", "open_requests"],
};
const MODEL_DETECTED = "model.detected";

/**
 * Follows the signals that wait for a responsibility, and records that. Several signals are one refresh.
 * A process that ends before it recorded them lets the next one do the same again, which changes nothing.
 */
export async function followSignals(
  context: OperationContext,
  watched: WatchedPlace,
  responsibility: string,
): Promise<readonly string[]> {
  const { place } = watched;
  const workspace = place.config.workspace_id;
  const signals = await inWorkspace(context, reading(place), (ledger) =>
    ledger.read((tx) => selectPendingSignals(tx, workspace, responsibility)),
  );
  if (signals.length === 0) return [];
  const { workspace: folder, store, now } = watched;
  const request: MandateRequest = {
    id: responsibility,
    workspace: folder,
    store,
    now,
    telemetry: "sql",
    controller: chooseController(context),
  };
  for (const choice of choicesFor(signals)) await runMandate(context, request, choice);
  await recordHandled(context, watched, responsibility, signals);
  return signals.map(({ type }) => type);
}

function choicesFor(signals: readonly PendingSignal[]): readonly MandateChoice[] {
  const named = new Set(signals.flatMap(({ type }) => filesOf[type] ?? []));
  const files = promptFiles.filter((file) => named.has(file));
  const off = { compacts: false, alerts: false, gated: false };
  return [
    ...(files.length === 0
      ? []
      : [{ ...off, mandate: "refresh_ai_context" as const, files, checksModel: false }]),
    ...(signals.some(({ type }) => type === MODEL_DETECTED)
      ? [
          {
            ...off,
            mandate: "check_model_preferences" as const,
            checksModel: true,
            files: ["recent_activity"] as const,
          },
        ]
      : []),
  ];
}

function recordHandled(
  context: OperationContext,
  watched: WatchedPlace,
  responsibility: string,
  signals: readonly PendingSignal[],
): Promise<unknown> {
  return actAsSteward(context, watched, ({ ledger, acting: { workspace, at, actor } }) =>
    ledger.append(
      signals.map(({ id }) => ({
        stream: responsibilityStream(workspace, responsibility),
        actor,
        type: "responsibility_signal_handled",
        body: { at, id, status: "completed" },
      })),
    ),
  );
}
