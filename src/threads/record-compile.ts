import { HoldallError } from "../base/errors.ts";
import { compiledBody, selectionBody } from "../compile/event-bodies.ts";
import { toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import type { CompiledThread } from "./compile-thread.ts";
import { threadStream } from "./stream.ts";
import type { RunRow } from "./tables/runs.ts";

/** The provider a context was rendered for. */
export type Renderer = { readonly id: string; readonly version: string };

/**
 * Records a compile with the run it is for: the decision, then the compile with its bundle, in one
 * append. Together they are what a recompute needs; one without the other would be a finding of
 * `verify`.
 */
export async function recordCompile(
  unit: UnitOfWork,
  compiled: CompiledThread,
  { run, renderer }: { readonly run: RunRow; readonly renderer: Renderer | null },
): Promise<void> {
  const { source, provenance, bundle, handoff, state } = compiled;
  if (run.thread_id !== source.thread_id || run.message_id !== source.from_message_id) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot record the compile: run "${run.run_session_id}" answers another message`,
      { cure: "compile for the message that the run answers" },
    );
  }
  const actor: Actor = { id: provenance.actor_id, origin: provenance.origin };
  const record = { ...compiled, renderer };
  const stream = threadStream(source.thread_id);
  await unit.append([
    {
      stream,
      type: "continuity_context_selection_decided",
      actor,
      body: selectionBody(record),
      texts: [handoff?.bytes, state?.content].flatMap((bytes) => (bytes ? [toText(bytes)] : [])),
    },
    {
      stream,
      type: "continuity_context_compiled",
      actor,
      body: compiledBody(record),
      texts: [toText(bundle.bytes)],
    },
  ]);
}
