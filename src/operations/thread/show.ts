import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { integer } from "../../runtime/integer.ts";
import { listTranscripts } from "../../threads/list-transcripts.ts";
import { shownThreadSchema, showThread } from "../../threads/show.ts";
import { readTurns } from "../../transcripts/compile-transcript.ts";
import { findTranscript } from "../../transcripts/stored-session.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { threadId } from "./input.ts";

export default defineWorkspaceOperation({
  name: "thread show",
  summary: "Show a thread and its newest turns",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.show", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread show 0197", "thread show 0197 --limit 50 --json"],
  input: z.object({
    id: threadId,
    limit: integer()
      .max(10_000)
      .default(10)
      .describe("Number of turns to show, counted from the end"),
  }),
  output: shownThreadSchema,
  run: ({ ledger }, { id, limit }) =>
    id.includes("/")
      ? showImported(ledger, id, limit)
      : ledger.read((tx) => showThread(tx, id, { limit })),
});

/** An imported session; its id (`agent/id`) has a slash, as `thread list` shows it. */
async function showImported(ledger: Ledger, id: string, limit: number) {
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
