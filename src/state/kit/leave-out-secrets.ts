import type { Redaction, Redactor } from "../../redact/redactor.ts";
import type { CollectedHistory } from "./collect-history.ts";

/** A history that may leave the machine, and what had to stay. */
export interface CleanHistory {
  readonly history: CollectedHistory;
  readonly secrets: readonly Redaction[];
}

/**
 * Leaves out every text that holds a secret. The events stay as they are and name it by its hash, so
 * that the state can still be replayed; readers get a placeholder.
 */
export function leaveOutSecrets(history: CollectedHistory, redactor: Redactor): CleanHistory {
  const texts = new Map<string, Uint8Array>();
  const redacted = new Set(history.redacted);
  const all = Array.from(history.texts, ([name, bytes]) => {
    return [name, bytes, Buffer.from(bytes).toString()] as const;
  });
  for (const [, , text] of all) redactor.learn(text);
  for (const [name, bytes, text] of all) {
    if (redactor.text(text, `history/blobs/${name}`) === text) texts.set(name, bytes);
    else redacted.add(name);
  }
  const words = (name: string) => (texts.has(name) ? history.words(name) : null);
  return {
    history: { ...history, texts, words, redacted: [...redacted].sort() },
    secrets: redactor.report(),
  };
}
