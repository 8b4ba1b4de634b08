/**
 * Keeps secrets out of exported histories. An event contains only hashes, so leaving out a text
 * breaks no chain: it then counts as redacted. In two passes, as a value may be recognisable as a
 * secret in one text only.
 */

import type { Redaction, Redactor } from "../../redact/redactor.ts";
import type { CollectedHistory } from "./collect-history.ts";

/** A history that may leave the machine, and the secrets that stay. */
export interface FilteredHistory {
  readonly history: CollectedHistory;
  readonly secrets: readonly Redaction[];
}

/**
 * Leaves out every text that contains a secret. The events are unchanged and refer to it by its hash, so that the
 * state can still be replayed; readers get a placeholder. All texts are searched for secrets before any is
 * checked, because one text may reveal what a word in another one is.
 */
export function excludeSecrets(history: CollectedHistory, redactor: Redactor): FilteredHistory {
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
  const textOf = (name: string) => (texts.has(name) ? history.text(name) : null);
  return {
    history: { ...history, texts, text: textOf, redacted: [...redacted].sort() },
    secrets: redactor.report(),
  };
}
