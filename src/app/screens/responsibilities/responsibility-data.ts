import type { BudgetKind, BudgetPart } from "../../../web/text/budget-layout.ts";
import { formatMoment } from "../../../web/text/format-time.ts";
import type { Answer } from "../../answers.ts";

/** A responsibility at a glance. */
export type ResponsibilityStatus = Answer<"context status">["responsibilities"][number];

/** The volume of a responsibility, file by file. */
export type ContextVolume = Answer<"context volume">;

/** Whether the curated files are those that were recorded. */
export type ContextCheck = Answer<"context verify">;

/** A curated file with its text. */
export type PublishedFile = Answer<"context status">["files"][number];

/** What a refresh did, or would do. */
export type RefreshResult = Answer<"context refresh">["results"][number];

/** What a refresh did, for the person who asked for it; throws why nothing was published. */
export function reportRefresh({ results }: Answer<"context refresh">): string {
  const blocked = results.find((each) => each.blocked !== null)?.blocked;
  if (blocked) throw new Error(`The refresh was not published: ${blocked.detail}`);
  const changed = results.flatMap((each) => each.changed);
  return changed.length === 0
    ? "Refreshed; nothing changed"
    : `Refreshed; changed ${changed.join(", ")}`;
}

/** An assembled prompt. */
export type AssembledPrompt = Answer<"context assemble">;

/** Lines above which the context of a responsibility is not published without an override. */
export const MAX_LINES = 3000;

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
