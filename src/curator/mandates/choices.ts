/** The mandates, and what each of them does. */

import { promptFiles } from "../../model/ai-context/context-file.ts";
import type { MandateChoice, PromptFile } from "./mandate.ts";

const nothingElse = { checksModel: false, compacts: false, alerts: false, gated: false } as const;

/** Rebuilds every file; the model is checked and the volume may block. */
export const fullRefresh: MandateChoice = {
  ...nothingElse,
  mandate: "refresh_ai_context",
  files: promptFiles,
  checksModel: true,
  gated: true,
};

/** Rebuilds some files. */
export function partialRefresh(files: readonly PromptFile[]): MandateChoice {
  return { ...nothingElse, mandate: "refresh_ai_context", files };
}

/** Summarises the memory in the insights. */
export const compaction: MandateChoice = {
  ...nothingElse,
  mandate: "compact_memory_events",
  files: ["recent_activity"],
  compacts: true,
};

/** Lists the open requests, and raises alerts about late ones, which the recent activity shows. */
export function requestUpdate({ alerts }: { readonly alerts: boolean }): MandateChoice {
  const files: readonly PromptFile[] = alerts
    ? ["open_requests", "recent_activity"]
    : ["open_requests"];
  return { ...nothingElse, mandate: "update_open_requests", files, alerts };
}

/** Compares the model in use with the policy. */
export const modelCheck: MandateChoice = {
  ...nothingElse,
  mandate: "check_model_preferences",
  files: ["recent_activity"],
  checksModel: true,
};

/** What is asked for by the names of files; all of them when none is named. */
export function chooseMandate(
  only: readonly (PromptFile | "model_preferences")[],
  { alerts }: { readonly alerts: boolean },
): MandateChoice {
  if (only.length === 0) return { ...fullRefresh, alerts };
  const checksModel = only.includes("model_preferences");
  const named = only.filter((name) => name !== "model_preferences");
  if (checksModel && named.length === 0) return { ...modelCheck, alerts };
  if (!checksModel && named.every((name) => name === "open_requests")) {
    return requestUpdate({ alerts });
  }
  // Drift and alerts are events.
  const events: readonly PromptFile[] = checksModel || alerts ? ["recent_activity"] : [];
  const files = [...new Set([...named, ...events])];
  return { ...partialRefresh(files), checksModel, alerts };
}

/** Adds lines to the memory, and to the recent activity that shows them. */
export const memoryNote: MandateChoice = {
  ...nothingElse,
  mandate: "note_memory",
  files: ["recent_activity"],
};
