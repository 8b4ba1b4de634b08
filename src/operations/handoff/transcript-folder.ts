import fs from "node:fs";
import path from "node:path";
import type { SessionSource, SourceFile } from "../../agents/agent.ts";
import { sha256 } from "../../base/hash.ts";
import { readLines } from "../../base/jsonl.ts";
import { MAX_ARTIFACT_BYTES } from "../../ledger/texts.ts";
import { type LossItem, type LossReport, lossReport } from "../../model/loss.ts";
import { locationOf, type TranscriptHeader, type TranscriptItem } from "../../model/transcript.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { isConversation } from "../../transcripts/conversation-item.ts";
import { createLossTally } from "../../transcripts/loss-tally.ts";

/** A session that is written into a bundle. */
export interface FolderTranscript {
  readonly header: TranscriptHeader;
  items(): AsyncIterable<TranscriptItem>;
  /** The agent's own records; null when they would tell more than was asked for. */
  readonly source: SessionSource | null;
  /** Knows every secret of the session; null when all of it may leave. */
  readonly redactor: Redactor | null;
}

/**
 * Writes `transcript/`: the session in the neutral form, and beside it the agent's own records, all
 * without secrets. An item's `raw` names its record as it stands there. Tells what was changed.
 */
export async function writeTranscript(
  folder: string,
  { header, items, source, redactor }: FolderTranscript,
): Promise<LossReport> {
  const digests = new Map<string, string>();
  for (const file of source?.files ?? []) {
    const target = path.join(folder, "raw", header.agent, file.path);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    // The report counts what is replaced in the items, once.
    await writeRecords(file, target, redactor?.again() ?? null, digests);
  }
  const losses = createLossTally();
  let kept = 0;
  const handle = fs.openSync(path.join(folder, "transcript.jsonl"), "wx");
  try {
    fs.writeSync(handle, `${JSON.stringify(redactor?.value(header, "transcript") ?? header)}\n`);
    for await (const item of items()) {
      const { source: place, ...rest } = item;
      const clean = redactor?.value(rest, locationOf(item)) ?? rest;
      if (JSON.stringify(clean) === JSON.stringify(rest)) kept++;
      else losses.add(redactedAt(item));
      const raw = digests.get(locationOf(item)) ?? null;
      fs.writeSync(handle, `${JSON.stringify({ ...clean, source: place, raw })}\n`);
    }
  } finally {
    fs.closeSync(handle);
  }
  return lossReport(kept, losses.items());
}

function redactedAt(item: TranscriptItem): LossItem {
  const scope = isConversation(item) ? "conversation" : "background";
  return {
    kind: "changed",
    scope,
    where: locationOf(item),
    why: "secret replaced by a placeholder",
  };
}

async function writeRecords(
  file: SourceFile,
  target: string,
  redactor: Redactor | null,
  digests: Map<string, string>,
): Promise<void> {
  const limits = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };
  const handle = fs.openSync(target, "wx");
  try {
    for await (const lines of readLines(file.read(), limits)) {
      const clean = lines.map(({ text, number }) => {
        const where = `${file.path}:${number}`;
        const record = redactor === null ? text : redactRecord(text, redactor, where);
        digests.set(where, sha256(Buffer.from(record)));
        return `${record}\n`;
      });
      fs.writeSync(handle, clean.join(""));
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** A record without secrets; the agent's own bytes when it has none. */
function redactRecord(text: string, redactor: Redactor, where: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redactor.text(text, where); // Torn or foreign: still nothing may leak.
  }
  const clean = JSON.stringify(redactor.value(value, where));
  return clean === JSON.stringify(value) ? text : clean;
}
