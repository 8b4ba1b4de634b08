import fs from "node:fs";
import path from "node:path";
import type { SessionSource, SourceFile } from "../agents/agent.ts";
import { boundDepth } from "../agents/records/bound-depth.ts";
import { sha256 } from "../base/hash.ts";
import { isObject } from "../base/json/value.ts";
import { readLines } from "../base/jsonl.ts";
import { protectedPath } from "../base/protected-path.ts";
import { redactItem } from "../handoff/redact-item.ts";
import { MAX_ARTIFACT_BYTES } from "../ledger/texts.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import { locationOf, type TranscriptHeader, type TranscriptItem } from "../model/transcript.ts";
import type { Redactor } from "../redact/redactor.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";

/** A session that is written into a bundle. */
export interface FolderTranscript {
  readonly header: TranscriptHeader;
  items(): AsyncIterable<TranscriptItem>;
  /** The agent's own records; null when they would show more than was asked for. */
  readonly source: SessionSource | null;
  /** Knows every secret of the session; null when all of it may leave. */
  readonly redactor: Redactor | null;
}

/**
 * Writes `transcript/`: the session in the neutral form, and beside it the agent's own records, all
 * without secrets. An item's `raw` names its record as it is there. Reports what was changed.
 */
export async function writeTranscript(
  folder: string,
  { header, items, source, redactor }: FolderTranscript,
): Promise<LossReport> {
  const digests = new Map<string, string>();
  const cleaner = redactor && { redactor, plain: await plainStrings(items()) };
  for (const file of source?.files ?? []) {
    const target = path.join(folder, "raw", header.agent, ordinaryPath(file.path));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    // The report counts what is replaced in the items, once.
    const again = cleaner && { ...cleaner, redactor: cleaner.redactor.withEmptyReport() };
    await writeRecords(file, target, again, digests);
  }
  const losses = createLossTally();
  let kept = 0;
  const handle = fs.openSync(path.join(folder, "transcript.jsonl"), "wx");
  try {
    fs.writeSync(handle, `${JSON.stringify(redactor?.value(header, "transcript") ?? header)}\n`);
    for await (const item of items()) {
      const clean = redactor === null ? item : redactItem(item, redactor);
      if (JSON.stringify(clean) === JSON.stringify(item)) kept++;
      else losses.add(redactedAt(item));
      const raw = digests.get(locationOf(item)) ?? null;
      fs.writeSync(handle, `${JSON.stringify({ ...clean, raw })}\n`);
    }
  } finally {
    fs.closeSync(handle);
  }
  return lossReport(kept, losses.items());
}

/** The path of a copy: a session may lie in a file whose name is that of an agent's settings, which no bundle has. */
function ordinaryPath(file: string): string {
  const rename = (segment: string) => (protectedPath(segment) === null ? segment : `_${segment}`);
  return file.split("/").map(rename).join("/");
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
  cleaner: RecordCleaner | null,
  digests: Map<string, string>,
): Promise<void> {
  const limits = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };
  const handle = fs.openSync(target, "wx");
  try {
    for await (const lines of readLines(file.read(), limits)) {
      const clean = lines.map(({ text, number }) => {
        const where = `${file.path}:${number}`;
        const record = cleaner === null ? text : redactRecord(text, cleaner, where);
        digests.set(where, sha256(Buffer.from(record)));
        return `${record}\n`;
      });
      fs.writeSync(handle, clean.join(""));
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** What records are redacted with. */
interface RecordCleaner {
  readonly redactor: Redactor;
  /** Ids of calls and short pictures, which look like secrets and are none. */
  readonly plain: ReadonlySet<string>;
}

/** Longer ones are known for pictures by their length. */
const MAX_PLAIN_LENGTH = 4096;

async function plainStrings(items: AsyncIterable<TranscriptItem>): Promise<ReadonlySet<string>> {
  const plain = new Set<string>();
  for await (const item of items) {
    plain.add(item.id);
    if (item.kind === "tool_call" || item.kind === "tool_result") plain.add(item.call_id);
    if (item.kind !== "message" && item.kind !== "tool_result") continue;
    for (const { base64 } of item.attachments) {
      if (base64 !== null && base64.length <= MAX_PLAIN_LENGTH) plain.add(base64);
    }
  }
  return plain;
}

/** A record without secrets; the agent's own bytes when it has none. */
function redactRecord(text: string, { redactor, plain }: RecordCleaner, where: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redactor.text(text, where); // Torn or foreign: still nothing may leak.
  }
  const isDeep = boundDepth(value);
  const clean = JSON.stringify(restorePlain(value, redactor.value(value, where), plain));
  return !isDeep && clean === JSON.stringify(value) ? text : clean;
}

/** The redacted value with those strings put back that are no secrets. */
function restorePlain(before: unknown, after: unknown, plain: ReadonlySet<string>): unknown {
  if (typeof before === "string") return plain.has(before) ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) {
    return after.map((member, at) => restorePlain(before[at], member, plain));
  }
  if (!isObject(before) || !isObject(after)) return after;
  return Object.fromEntries(
    Object.entries(after).map(([key, member]) => [key, restorePlain(before[key], member, plain)]),
  );
}
