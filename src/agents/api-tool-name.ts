import type { SessionDraft } from "./agent.ts";

const MAX_LENGTH = 64;

/** A tool's name in the letters that model APIs take; what had to be replaced is a loss. */
export function apiToolName(name: string, draft: SessionDraft): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_LENGTH) || "unnamed";
  if (safe !== name) {
    const why = `the tool "${name}" is called "${safe}", because the receiver's API takes no other letters`;
    draft.loss({ kind: "changed", where: `tool ${name}`, why });
  }
  return safe;
}
