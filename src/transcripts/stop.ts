import { collapseSpace, truncateEnd } from "../base/text/one-line.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { isInterruption } from "./dispositions.ts";

/** What broke the work off. */
export interface Stop {
  readonly by: "limit" | "interrupt" | "error";
  /** What the agent's program printed; empty when nothing. */
  readonly text: string;
  readonly at: string | null;
  readonly item_id: string;
}

/** A limit of use or of the rate of requests, as providers and agents name it. */
// regex: 400 characters are looked at
const LIMIT =
  /\b(?:hit|reached|exceeded)\b.{0,40}\b(?:limit|quota)\b|\b(?:usage|rate|session|weekly|spending)[ _-]?limit|\blimit (?:reached|exceeded)\b|\b(?:quota|credits?) (?:exceeded|exhausted|balance)|\binsufficient_quota\b|\b429\b/i;

const MAX_LOOKED_AT = 400;
const MAX_SHOWN = 240;

/** What an error item says about why the work stopped. */
export function stopOf(item: Extract<TranscriptItem, { kind: "error" }>): Stop {
  const { at, id: item_id, code } = item;
  const text = truncateEnd(collapseSpace(item.text.slice(0, MAX_LOOKED_AT)), MAX_SHOWN);
  if (isInterruption(item)) return { by: "interrupt", text: "", at, item_id };
  return { by: isLimitText(`${code ?? ""} ${text}`) ? "limit" : "error", text, at, item_id };
}

/** Whether a short text reports a limit of use. */
export function isLimitText(text: string): boolean {
  return LIMIT.test(text.slice(0, MAX_LOOKED_AT));
}
