/**
 * Turns segments into an alternating dialogue, for APIs with two roles. Consecutive segments of a
 * role are merged; a missing turn at the start or the end is filled with a neutral text; a system
 * text in the middle becomes a marked note of the user, because these APIs accept system texts only
 * at the beginning.
 */

import type { RenderReset } from "./provider.ts";
import type { Call, Result, Role, Segment, Segmented } from "./segments.ts";

/** The role of a turn, where an API has two roles and system texts apart. */
export type DialogueRole = "user" | "assistant";

/** What a turn is made of. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "result"; readonly result: Result };

/** Everything of one role until the other one follows. */
export interface DialogueTurn {
  readonly role: DialogueRole;
  readonly parts: readonly Part[];
}

/** A context as a dialogue. */
export interface Dialogue {
  /** System texts before the first turn, one per item. */
  readonly system: readonly string[];
  /** Alternating turns; the first and the last are the user's. */
  readonly turns: readonly DialogueTurn[];
}

/** Text of a turn that the API requires and the conversation does not have. */
export const CONTINUATION_TEXT = "(conversation continues)";

/**
 * Builds a dialogue from segments. Empty texts are left out and recorded, because these APIs refuse
 * them.
 */
export function dialogueOf({ segments, resets }: Segmented): Dialogue {
  const spoken = segments.filter((segment) => !isEmpty(segment, resets));
  const firstTurn = spoken.findIndex((segment) => !isSystem(segment));
  const system = spoken.slice(0, firstTurn === -1 ? spoken.length : firstTurn);
  const turns: { role: DialogueRole; parts: Part[] }[] = [];
  const add = (role: DialogueRole, ...parts: Part[]) => {
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else turns.push({ role, parts });
  };
  for (const segment of spoken.slice(system.length)) {
    if (turns.length === 0 && dialogueRole(segment) === "assistant")
      add("user", text(CONTINUATION_TEXT));
    if (segment.kind === "calls") {
      for (const call of segment.calls) add("assistant", { kind: "call", call });
      for (const result of segment.results) add("user", { kind: "result", result });
    } else {
      const { role, text: content } = segment;
      add(dialogueRole(segment), text(isSystemRole(role) ? systemNote(content, resets) : content));
    }
  }
  if (turns.at(-1)?.role === "assistant") add("user", text(CONTINUATION_TEXT));
  return { system: system.flatMap((each) => (each.kind === "text" ? [each.text] : [])), turns };
}

function isEmpty(segment: Segment, resets: RenderReset[]): boolean {
  if (segment.kind === "calls" || segment.text.trim() !== "") return false;
  const ref = { role: segment.role };
  resets.push({ input: "message", action: "dropped", reason: "empty_text", ref });
  return true;
}

function isSystem(segment: Segment): boolean {
  return segment.kind === "text" && isSystemRole(segment.role);
}

function isSystemRole(role: Role): boolean {
  return role === "system" || role === "developer";
}

function dialogueRole(segment: Segment): DialogueRole {
  return segment.kind === "calls" || segment.role === "assistant" ? "assistant" : "user";
}

/**
 * A system text in the middle of a conversation, wrapped in a marker. An occurrence of the marker
 * inside the text is broken up with a zero-width space, so that the text cannot end its own
 * wrapping.
 */
export function systemNote(text: string, resets: RenderReset[]): string {
  const kept = text.replaceAll(/<(?=\/?system-note>)/gi, "<\u200b");
  if (kept !== text) {
    resets.push({ input: "message", action: "replaced", reason: "marker_in_text" });
  }
  return `<system-note>${kept}</system-note>`;
}

function text(content: string): Part {
  return { kind: "text", text: content };
}
