import type { IndexedSession } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import type { FileEntry } from "../base/file-set.ts";
import { readLines } from "../base/jsonl.ts";
import {
  type TranscriptHeader,
  type TranscriptItem,
  transcriptHeaderSchema,
  transcriptItemSchema,
} from "../model/transcript.ts";

const LIMITS = { maxLineBytes: 64 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/** Reads `transcript/transcript.jsonl` of a bundle; a line that is no item is refused with its number. */
export async function readTranscriptLines(
  file: FileEntry,
): Promise<Pick<IndexedSession, "header" | "items" | "findings">> {
  const header = await headerOf(file);
  return { header, findings: [], items: () => itemsOf(file) };
}

async function headerOf(file: FileEntry): Promise<TranscriptHeader> {
  for await (const [first] of readLines(file.read(), LIMITS)) {
    if (first === undefined) continue;
    const parsed = transcriptHeaderSchema.safeParse(jsonOf(first.text));
    if (parsed.success) return parsed.data;
    break;
  }
  throw damaged(file, 1);
}

async function* itemsOf(file: FileEntry): AsyncGenerator<TranscriptItem> {
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { text, number } of lines) {
      if (number === 1 || text === "") continue;
      const parsed = transcriptItemSchema.safeParse(jsonOf(text));
      if (!parsed.success) throw damaged(file, number);
      yield parsed.data;
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The schema says what is wrong.
  }
}

function damaged({ path }: FileEntry, line: number): HoldallError {
  return new HoldallError("E_JSONL_LINE", `Cannot read "${path}": line ${line} is no item of it`);
}
