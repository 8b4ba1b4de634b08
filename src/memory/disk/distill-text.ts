import { HoldallError } from "../../base/errors.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { kindOfStatement } from "../../transcripts/digest/cues.ts";
import { sentencesOf } from "../../transcripts/digest/sentences.ts";
import { explainDates } from "../explain-dates.ts";

const MAX_BYTES = 1024 * 1024;

/** The text that is given, read from standard input or from a file. */
export async function textOf(
  context: OperationContext,
  { text, file }: { readonly text?: string | undefined; readonly file?: string | undefined },
): Promise<string> {
  if (text === "-") return readIncoming(context);
  if (text !== undefined) return text;
  if (file === undefined)
    throw new HoldallError("E_USAGE", "Cannot distill: neither a text nor a file was given");
  return readSmallFile(context.cwd, file, { what: "text", maxBytes: MAX_BYTES }).text;
}

/** The statements of a text, each with its kind by its wording. */
export function statementsIn(
  text: string,
  day: string | undefined,
): { kind: string; text: string }[] {
  return [...new Set(sentencesOf(text))].flatMap((sentence) => {
    const kind = kindOfStatement(sentence);
    if (kind === null) return [];
    return [{ kind, text: day === undefined ? sentence : explainDates(sentence, day) }];
  });
}
