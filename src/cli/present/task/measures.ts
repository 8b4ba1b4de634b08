import { formatNumber } from "../../../base/text/format-count.ts";
import { UNKNOWN } from "../../../base/text/format-measures.ts";

interface Tokens {
  readonly usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly output: number;
  } | null;
}

/** All tokens of a run; unknown where nothing counts them. */
export function formatTokens({ usage }: Tokens): string {
  if (usage === null) return UNKNOWN;
  return formatNumber(usage.input + usage.cacheRead + usage.cacheWrite + usage.output);
}
