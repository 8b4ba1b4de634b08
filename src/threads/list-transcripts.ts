import { parseStoredTime } from "../ledger/stored-json.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import type { Transaction } from "../stores/store.ts";
import { selectTranscripts } from "../transcripts/tables.ts";
import type { CountedThread } from "./list.ts";

/** Every imported session as threads are listed, in the order they came; the slash in its id distinguishes it from one. */
export async function listTranscripts(tx: Transaction): Promise<readonly CountedThread[]> {
  const rows = await selectTranscripts(tx);
  const titles = await readTexts(
    tx,
    rows.flatMap(({ title }) => title ?? []),
  );
  return rows.map(({ transcript_id, started_at, imported_at, title, messages }) => ({
    thread_id: transcript_id,
    created_at_ms: startOf(started_at, { transcript_id, imported_at }),
    title: title === null ? null : titles.require(title),
    archived: false,
    parent: null,
    messages,
  }));
}

/** An agent may have written any text as the time at which its session began. */
function startOf(
  started_at: string | null,
  { transcript_id, imported_at }: { readonly transcript_id: string; readonly imported_at: string },
): number {
  const started = Date.parse(started_at ?? "");
  if (!Number.isNaN(started)) return started;
  const place = { table: "transcripts", column: "imported_at", row: transcript_id };
  return parseStoredTime(imported_at, place);
}
