/** The part of `context status` and its relatives that the screens show. */

import type { BudgetKind, BudgetPart } from "../../../web/text/budget-layout.ts";
import { formatMoment } from "../../../web/text/format-time.ts";
import type { FindingShown } from "../trust/trust-data.ts";

/** Volume, by how full it is. */
export type VolumeLevel = "green" | "yellow" | "red";

/** A responsibility at a glance. */
export interface ResponsibilityStatus {
  readonly responsibility_id: string;
  readonly status: string | null;
  readonly level: VolumeLevel;
  readonly total_lines: number;
  readonly fresh: boolean;
  readonly stale: readonly string[];
  readonly pending: number;
  readonly accepted: number;
  readonly deferred: number;
  readonly at_risk: number;
  readonly breached: number;
  readonly preferred_model: string | null;
  readonly detected_model: string | null;
  readonly model_class: string | null;
  readonly model_blocked: boolean;
  readonly fault: string | null;
}

/** The result of `context status`. */
export interface ContextStatus {
  readonly workspace_id: string;
  readonly steward: string;
  readonly responsibilities: readonly ResponsibilityStatus[];
}

/** The volume of a responsibility, file by file. */
export interface ContextVolume {
  readonly total_lines: number;
  readonly bundle_lines: number;
  readonly authored_lines: number;
  readonly level: VolumeLevel;
  readonly growth_pct: number;
  readonly per_file: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly blocked: { readonly code: string; readonly detail: string } | null;
}

/** Whether the curated files are those that were recorded. */
export interface ContextCheck {
  readonly ok: boolean;
  readonly refreshes: number;
  readonly last_refresh: {
    readonly at: string;
    readonly changed: readonly string[];
    readonly unchanged: readonly string[];
  } | null;
  readonly findings: readonly FindingShown[];
}

/** The curated files with their texts. */
export interface LoadedContext {
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly lines: number;
    readonly text: string;
    /** The text before the last refresh; null for a file that it did not change. */
    readonly previous: string | null;
  }[];
}

/** An assembled prompt. */
export interface AssembledPrompt {
  readonly tokens: number;
  readonly layers: readonly {
    readonly name: string;
    readonly tokens: number;
    readonly sources: readonly { readonly path: string }[];
  }[];
  readonly skipped: readonly { readonly link: string; readonly reason: string }[];
  readonly warnings: readonly string[];
  readonly prompt: string;
}

/** Lines above which the context of a responsibility is not published without an override. */
export const MOST_LINES = 3000;

/** How a volume is marked. */
export const levelLooks = { green: "good", yellow: "warn", red: "bad" } as const;

/** How the model of a responsibility is marked: the preferred one, another, or one that is blocked. */
export function modelLook(
  status: Pick<ResponsibilityStatus, "model_blocked" | "model_class">,
): "good" | "warn" | "bad" | "plain" {
  if (status.model_blocked) return "bad";
  if (status.model_class === "match") return "good";
  return status.model_class === null || status.model_class === "unknown" ? "plain" : "warn";
}

const KINDS: Readonly<Record<string, BudgetKind>> = {
  guardrails: "state",
  identity: "summary",
  brief: "tool",
  memory: "turn",
  task: "question",
};

/** The layers of a prompt as parts of its budget. */
export function promptParts(layers: AssembledPrompt["layers"]): readonly BudgetPart[] {
  return layers.map(({ name, tokens }) => ({
    kind: KINDS[name] ?? "note",
    group: name,
    tokens,
    title: `${name}: ${tokens} tokens`,
  }));
}

/** Where the text of a curated file comes from, as its front matter records it. */
interface FileProvenance {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly inputs: readonly string[];
  readonly body: string;
}

const SHOWN = { authored_by: "Author", updated_at: "Updated", source: "Source" } as const;

/** Reads the front matter of a curated file: flat keys, and the list of its inputs. */
export function provenanceOf(text: string): FileProvenance {
  const lines = text.split("\n");
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  const front = end === -1 ? [] : lines.slice(1, end);
  const facts = Object.entries(SHOWN).flatMap(([key, label]) => {
    const line = front.find((each) => each.startsWith(`${key}: `));
    if (line === undefined) return [];
    const value = line.slice(key.length + 2);
    return [{ label, value: key === "updated_at" ? formatMoment(value) : value }];
  });
  const inputs = front
    .filter((line) => line.startsWith("  - ref: "))
    .map((line) => line.slice("  - ref: ".length));
  const body = lines.slice(end + 1).join("\n");
  return { facts, inputs, body: body.trim() };
}
