import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readTurns } from "../transcripts/compile-transcript.ts";
import { findTranscript } from "../transcripts/stored-session.ts";
import { listTranscripts } from "./list-transcripts.ts";

/** An imported session; its id (`agent/id`) has a slash, as `thread list` shows it. */
export async function showImported(ledger: Ledger, id: string, limit: number) {
  const row = await findTranscript(ledger, id);
  if (row === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot find session "${id}" in the workspace`, {
      cure: "see `holdall thread list`",
    });
  }
  const listed = (await ledger.read(listTranscripts)).find(
    ({ thread_id }) => thread_id === row.transcript_id,
  );
  const turns = await readTurns(ledger, row, row.head_seq);
  return {
    thread_id: row.transcript_id,
    created_at_ms: listed?.created_at_ms ?? 0,
    title: listed?.title ?? null,
    archived: false,
    parent: null,
    messages: turns.length,
    workspace: ledger.store.location,
    head_seq: row.head_seq,
    inherited: 0,
    turns: limit === 0 ? [] : turns.slice(-limit),
  };
}
