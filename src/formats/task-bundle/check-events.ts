import { checkRecord, matchesRecord } from "../../base/check-record.ts";
import { HoldallError } from "../../base/errors.ts";
import { type FileEntry, piecesOf } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { type Line, parseLine, readLines } from "../../base/jsonl.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { type EventsOverview, PREVIEW_COUNT } from "../../model/task-bundle.ts";
import { type EventRecord, eventRecord } from "../../model/task-bundle-records.ts";
import { isImpossibleDate } from "../../model/values.ts";
import type { ReadOptions } from "../format.ts";

/** Checks the events line by line; only the first few are kept, for the outline. */
export async function checkEvents(
  entry: FileEntry,
  { limits, findings }: ReadOptions,
): Promise<EventsOverview> {
  const first: EventRecord[] = [];
  let count = 0;
  const lineLimits = { maxLineBytes: limits.lineBytes, maxBytes: limits.jsonlBytes };
  try {
    for await (const lines of readLines(piecesOf(entry), lineLimits)) {
      for (const line of lines) {
        const text = line.number === 1 ? withoutByteOrderMark(line.text) : line.text;
        if (isBlank(text) && line.badUtf8At === undefined) continue;
        count++;
        const event = checkLine(line, text, entry.path, findings);
        if (event && first.length < PREVIEW_COUNT) first.push(event);
      }
    }
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    findings.error(error.code, { file: entry.path }, error.message);
  }
  return { count, first };
}

/** The usable events, in batches. Faults were reported by the first reading. */
export async function* readEvents(
  entry: FileEntry,
  { limits }: Pick<ReadOptions, "limits">,
): AsyncGenerator<readonly EventRecord[]> {
  const lineLimits = { maxLineBytes: limits.lineBytes, maxBytes: limits.jsonlBytes };
  const ignored = createFindings();
  for await (const lines of readLines(piecesOf(entry), lineLimits)) {
    yield lines.flatMap((line) => {
      const text = line.number === 1 ? withoutByteOrderMark(line.text) : line.text;
      return isBlank(text) ? [] : (checkLine(line, text, entry.path, ignored) ?? []);
    });
  }
}

function isBlank(text: string): boolean {
  // The first character decides for nearly every line.
  return text === "" || (text.charCodeAt(0) <= 32 && text.trim() === "");
}

function checkLine(line: Line, text: string, file: string, findings: Findings): EventRecord | null {
  const place = { file, line: line.number };
  if (line.badUtf8At !== undefined) {
    findings.error("E_UTF8", place, `Not UTF-8 at byte ${line.badUtf8At}`);
    return null;
  }
  const { value, fault } = parseLine(text);
  if (fault !== undefined) {
    if (line.ended) findings.error("E_JSONL_LINE", place, `The line is ${fault}`);
    else
      findings.errorIfStrict(["E_JSONL_LINE", "W_TORN_LINE"], place, `The last line is ${fault}`);
    return null;
  }
  const fits = matchesRecord(eventRecord, value, line.number);
  if (!fits && !checkRecord(eventRecord, value, place, findings)) return null;
  // One of the two checks above has passed.
  const event = value as EventRecord;
  if (!isImpossibleDate(event.at)) return event;
  findings.error("E_TIME", { ...place, pointer: "/at" }, "The day does not exist");
  return null;
}
