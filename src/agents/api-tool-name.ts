import type { SessionDraft } from "./agent.ts";

const MAX_LENGTH = 64;

/** A tool's name in the letters that model APIs take; what had to be replaced is a loss. */
export function apiToolName(name: string, draft: SessionDraft): string {
  const safe = safeToolName(name);
  if (safe !== name) {
    const why = `tool "${name}" renamed to "${safe}"; the receiver's API allows no other characters`;
    draft.loss({ kind: "changed", where: `tool ${name}`, why });
  }
  return safe;
}

/** A tool's name in the letters that model APIs take. */
export function safeToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_LENGTH) || "unnamed";
}
