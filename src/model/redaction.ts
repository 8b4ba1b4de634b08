/** Placeholder for a text that was removed completely. */
export const REDACTED = "[redacted]";

/** A removed text, or a secret that the redactor replaced inside a text. */
const PLACEHOLDER = /\[redacted(?::[a-z0-9_-]{1,64}:\d{1,9})?\]/;

/**
 * Whether something was redacted from a text. Such a text must not be compared with another one: equal
 * placeholders may have replaced different secrets.
 */
export function hasRedaction(text: string): boolean {
  return text.includes("[redacted") && PLACEHOLDER.test(text);
}
