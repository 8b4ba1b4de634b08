import fs from "node:fs";
import path from "node:path";
import type { Reading, SessionSource, SourceFile } from "../agents/agent.ts";
import { sha256 } from "../base/hash.ts";
import { readLines } from "../base/jsonl.ts";
import { MAX_ARTIFACT_BYTES } from "../ledger/texts.ts";
import type { Redactor } from "../redact/redactor.ts";

/**
 * Writes `transcript/`: the session in the neutral form, and beside it the agent's own records, all
 * without secrets. An item's `raw` names its record as it stands there.
 */
export async function writeTranscript(
  folder: string,
  source: SessionSource,
  reading: Reading,
  redactor: Redactor,
): Promise<void> {
  const digests = new Map<string, string>();
  for (const file of source.files) {
    const target = path.join(folder, "raw", source.session.agent, file.path);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    await writeRecords(file, target, redactor, digests);
  }
  const handle = fs.openSync(path.join(folder, "transcript.jsonl"), "wx");
  try {
    fs.writeSync(handle, `${JSON.stringify(redactor.value(reading.header, "transcript"))}\n`);
    for await (const item of reading.items()) {
      const where = `${item.source.file}:${item.source.line}`;
      const { id, parent_id, source: place, ...rest } = item;
      const clean = { id, parent_id, ...redactor.value(rest, where), source: place };
      fs.writeSync(handle, `${JSON.stringify({ ...clean, raw: digests.get(where) ?? null })}\n`);
    }
  } finally {
    fs.closeSync(handle);
  }
}

async function writeRecords(
  file: SourceFile,
  target: string,
  redactor: Redactor,
  digests: Map<string, string>,
): Promise<void> {
  const limits = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };
  const handle = fs.openSync(target, "wx");
  try {
    for await (const lines of readLines(file.read(), limits)) {
      const clean = lines.map(({ text, number }) => {
        const where = `${file.path}:${number}`;
        const record = redactRecord(text, redactor, where);
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
