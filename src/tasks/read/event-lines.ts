import { type FileEntry, piecesOf } from "../../base/file-set.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseLine, readLines } from "../../base/jsonl.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { limitsByFormat } from "../../formats/limits.ts";

const { lineBytes, jsonlBytes } = limitsByFormat["task-bundle"];
const LIMITS = { maxLineBytes: lineBytes, maxBytes: jsonlBytes };

/** Every line of `events.jsonl` that is an object; other lines are for `verify` to report. */
export async function* eventLines(entry: FileEntry): AsyncGenerator<JsonObject> {
  for await (const lines of readLines(piecesOf(entry), LIMITS)) {
    for (const { text, number } of lines) {
      const bare = number === 1 ? withoutByteOrderMark(text) : text;
      if (bare.trim() === "") continue;
      const { value } = parseLine(bare);
      if (isObject(value)) yield value;
    }
  }
}
