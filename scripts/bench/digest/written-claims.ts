import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "../../../src/base/tokens.ts";
import { type Brief, readBrief } from "../../../src/transcripts/claims/read-brief.ts";
import { recordSession } from "../../../src/transcripts/claims/session-record.ts";
import type { LoadedSession } from "./session.ts";

/** Claims that somebody wrote about a session (`NAME.claims.jsonl`), checked against it; null when there are none. */
export async function readWrittenClaims(
  folder: string,
  name: string,
  { agent, header, items }: LoadedSession,
): Promise<Brief | null> {
  const file = join(folder, `${name}.claims.jsonl`);
  if (!existsSync(file)) return null;
  async function* stream() {
    yield* items;
  }
  const means = { tools: agent.tools, folder: header.cwd };
  const record = await recordSession(header.session_id, stream(), means);
  const counter = await loadTokenCounter("o200k_base");
  return readBrief(readFileSync(file, "utf8"), record, (text) => counter.count(text));
}
