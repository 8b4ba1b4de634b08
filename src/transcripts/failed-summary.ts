import { isLimitText } from "./stop.ts";

/** What agents put around a summary: it says nothing about the work. */
// regex: anchored to a line, and every repetition is bounded
const FRAME =
  /^.{0,200}(?:session is being continued from a previous|summary below|previous conversation|continue the conversation|read the full transcript|recent messages are preserved|without asking|please continue|<\/?(?:summary|analysis)>).*$/gim;
/** A program's error in the place of a summary. */
const ERROR =
  /^\W{0,9}(?:API Error|Error\b|Request (?:failed|timed out)|Prompt is too long|Credit balance)/i;
const MAX_LOOKED_AT = 4000;
/** A summary with fewer bytes than these, about 100 tokens, says too little to replace a conversation. */
const MIN_BYTES = 400;
/** A conversation below this size may well be summarised in a sentence. */
const LONG_BYTES = 16_000;

/**
 * Whether a compaction failed: in place of its summary is the error of a program, or too little for the number of
 * bytes that it replaces. The records before it count then.
 */
export function isFailedSummary(summary: string, replacedBytes: number): boolean {
  if (summary.length > MAX_LOOKED_AT) return false;
  const own = summary.replaceAll(FRAME, "").trim();
  if (Buffer.byteLength(own) >= MIN_BYTES) return false;
  return ERROR.test(own) || isLimitText(own) || replacedBytes > LONG_BYTES;
}
