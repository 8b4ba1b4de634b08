/**
 * Four bundles, one per schema, which together contain every kind of item. The texts include
 * accents, an emoji and a decomposed character, because serialising those is where implementations
 * differ.
 */

import { sha256 } from "../../base/hash.ts";
import type { CompactionSummary, HandoffBundle } from "../../model/context-documents.ts";
import type { ContextItem } from "../../model/context-items.ts";
import { serialiseDocument } from "../../model/serialise-document.ts";
import type { Sample } from "../format.ts";

const THREAD = "5f0c8c52-8d0e-4c39-9c0a-3f3e6d1b7a10";
const RUN = "b1f8f7d4-2a55-4f0e-8a61-0a4d7c9e2210";
const ASKED = "0d9a3f6e-51c4-4b1e-b7a4-6a1f2c3d4e50";

const provenance = { run_session_id: RUN, actor_id: "user:mira", origin: "cli" };

const question: Extract<ContextItem, { type: "message" }> = {
  type: "message",
  role: "user",
  content: 'Why does the "import" step stop at café.csv?\nThe log shows nothing 🧭',
  actor_id: "user:mira",
  origin: "cli",
  thread_seq: 14,
  thread_event_id: ASKED,
};

const summary: CompactionSummary = {
  schema: "rip.compaction_summary.v1",
  kind: "cumulative_v1",
  coverage: { thread_id: THREAD, from_seq: 0, to_seq: 9, to_message_id: "message-9" },
  provenance: {
    actor_id: "user:mira",
    origin: "cli",
    produced_by: { type: "manual", id: "holdall" },
  },
  summary_markdown: "- The importer reads one file per run.\n- File names may hold any letter.",
};

const handoff: HandoffBundle = {
  schema: "rip.handoff_context_bundle.v1",
  summary_markdown: "Finish the importer: names with accents fail, everything else is done.",
  refs: {
    threads: [{ thread_id: THREAD, seq: 12, message_id: null, note: "source cut" }],
    artifacts: [],
    files: [{ path: "src/import.ts", note: null }],
  },
};

const state = "# State\n\n- decision: file names are compared in NFC\n";
const log = "read 1204 rows\nskipped café.csv: no such file\n";

function addressed(content: Uint8Array | string): readonly [id: string, bytes: Uint8Array] {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return [sha256(bytes), bytes];
}

function createBlobs() {
  return {
    summary: addressed(serialiseDocument(summary)),
    handoff: addressed(serialiseDocument(handoff)),
    state: addressed(state),
    log: addressed(log),
  };
}
type SampleBlobs = ReturnType<typeof createBlobs>;

function everyItem(blobs: SampleBlobs): ContextItem[] {
  return [
    {
      type: "state_ref",
      artifact_id: blobs.state[0],
      state_hash: sha256("the state that the rendering shows"),
      note: "in force",
    },
    {
      type: "handoff_bundle_ref",
      artifact_id: blobs.handoff[0],
      note: `handoff from ${THREAD}@12`,
    },
    { type: "summary_ref", artifact_id: blobs.summary[0], note: "compaction checkpoint to_seq=9" },
    question,
    { type: "file_ref", path: "src/import.ts", checkpoint_id: null, note: "named by the user" },
    {
      type: "tool_call",
      call_id: "call-1",
      name: "bash",
      arguments: { command: "node src/import.ts café.csv", timeout_ms: 5000 },
      run_session_id: RUN,
    },
    { type: "tool_result", call_id: "call-1", ok: false, artifact_id: blobs.log[0] },
    { type: "tool_call", call_id: "call-2", name: "ls", arguments: {} },
    {
      type: "tool_result",
      call_id: "call-2",
      ok: true,
      content: "cafe\u0301.csv\n",
      truncated: false,
    },
    { type: "artifact_ref", artifact_id: blobs.log[0], note: "whole log", mime: "text/plain" },
    { type: "message", role: "assistant", content: "The name on disk is decomposed (NFD)." },
    { type: "tool_side_effect_ref", run_session_id: RUN, tool_id: "bash", affected_paths: null },
  ];
}

const source = { thread_id: THREAD, from_seq: 15, from_message_id: ASKED };

function oneFile(blobs: SampleBlobs): Sample["files"] {
  const document = serialiseDocument({
    schema: "rip.context_bundle.v1",
    compiler: { id: "rip.context_compiler.v1", strategy: "recent_messages_v1" },
    source,
    provenance,
    items: [
      { type: "message", role: "assistant", content: "Ready." },
      { type: "summary_ref", artifact_id: blobs.summary[0] },
      question,
    ],
  });
  return { "context.json": document };
}

function folder(blobs: SampleBlobs): Sample["files"] {
  const document = serialiseDocument({
    schema: "rip.context_bundle.v2",
    compiler: { id: "holdall.compile.v1", strategy: "token_budget_recent_v1" },
    source,
    provenance,
    items: everyItem(blobs),
  });
  const artifacts = Object.values(blobs).map(([id, bytes]) => [`blobs/${id}`, bytes] as const);
  return { "context.json": document, ...Object.fromEntries(artifacts) };
}

/** Bundles that are known to be good; built when asked for, because every detection loads this file. */
export function createSamples(): readonly Sample[] {
  const blobs = createBlobs();
  return [
    { name: "one-file-v1", files: oneFile(blobs) },
    { name: "folder-v2", files: folder(blobs) },
    { name: "summary", files: { "summary.json": blobs.summary[1] } },
    { name: "handoff", files: { "handoff.json": blobs.handoff[1] } },
  ];
}
