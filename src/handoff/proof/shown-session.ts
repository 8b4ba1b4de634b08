import type { SessionUpdate } from "../../acp/session-update.ts";

/** A text that a server showed, without its white space. */
export interface ShownText {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** What a server showed of a tool call, without white space. */
export interface ShownCall {
  /** Its position among the calls. */
  readonly position: number;
  /** All texts, one after the other. */
  readonly text: string;
  /** The texts of its arguments; null when they were not shown. */
  readonly input: string | null;
}

/** A session as a server shows it. */
export interface ShownSession {
  readonly texts: readonly ShownText[];
  readonly calls: ReadonlyMap<string, ShownCall>;
}

/** Gathers what a server shows, update by update. */
export interface ShownGatherer {
  add(update: SessionUpdate): void;
  result(): ShownSession;
}

/**
 * Begins gathering, with the id of the call that one is shown under. Thoughts are left out: a handoff carries them only
 * as texts.
 */
export function gatherShown(callOf = (shownId: string) => shownId): ShownGatherer {
  const texts: ShownText[] = [];
  const calls = new Map<string, ShownCall>();
  return {
    add(update) {
      if (update.kind === "call") {
        return addCall(calls, { ...update, call_id: callOf(update.call_id) });
      }
      const text = squeeze(update.text);
      if (update.role !== "thought" && text !== "") texts.push({ role: update.role, text });
    },
    result: () => ({ texts, calls }),
  };
}

function addCall(
  calls: Map<string, ShownCall>,
  { call_id, texts, inputs }: Extract<SessionUpdate, { kind: "call" }>,
): void {
  const before = calls.get(call_id) ?? { position: calls.size, text: "", input: null };
  const input = inputs === null ? before.input : squeeze(inputs.join(""));
  calls.set(call_id, { ...before, text: before.text + squeeze(texts.join("")), input });
}

/** A text without white space: programs break and indent what they show. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
