import { formatCount } from "../../base/text/format-count.ts";
import type { Redaction } from "../../redact/redactor.ts";

/** Says how many secrets were replaced in what was given out. */
export function replacedLines(redactions: readonly Redaction[]): string[] {
  if (redactions.length === 0) return [];
  return [`${formatCount(redactions.length, "secret")} replaced (--keep-secrets keeps them)`];
}

/** Says that what was given out is as it was. */
export const KEPT_LINE = "Secrets were not replaced: the content is as it was.";
