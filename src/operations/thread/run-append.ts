/**
 * Records frames of a run from standard input, as they arrive. Lines that arrive together are
 * written in one transaction. Between them a timer renews the lease, so that a slow tool does not
 * make the run look abandoned; if the run was ended meanwhile, the next write fails.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { type Line, parseLine, readLines } from "../../base/jsonl.ts";
import type { NewEvent } from "../../ledger/append.ts";
import { LEASE_MS } from "../../ledger/leases.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { MAX_ARTIFACT_BYTES } from "../../ledger/texts.ts";
import type { Actor } from "../../model/event.ts";
import { runFrameEvents } from "../../threads/run-frames.ts";
import { renewRun } from "../../threads/runs.ts";
import type { RunRow } from "../../threads/tables/runs.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const LIMITS = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };

export default defineWorkspaceOperation({
  name: "thread run append",
  summary: "Record the output and tool calls of a run: one JSON frame per line on standard input",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "thread.run.append",
    title: "Record a run",
    sets: ["threads"],
    summary:
      "Record output and tool calls of a run that thread.run.begin started, each as one frame",
    parameterNames: { frames: "frame" },
  },
  positionals: ["run"],
  examples: ["thread run append 01a1 < frames.jsonl"],
  input: z.object({
    run: z.string().min(1).describe("Run id, or a unique prefix of it"),
    frame: z
      .array(z.string().min(1))
      .optional()
      .describe("Frames, each a JSON text; without any they are read from standard input"),
  }),
  output: () => z.object({ run_session_id: z.string(), frames: z.number(), events: z.number() }),
  run: async ({ context, ledger, actor }, { run: id, frame: frames }) => {
    const run = await ledger.write((unit) => renewRun(unit, id));
    const recorder = createRecorder(ledger, run, actor);
    const beat = setInterval(() => void recorder.append([]), LEASE_MS / 3);
    try {
      const batches =
        frames === undefined ? readLines(context.incoming(), LIMITS) : [toLines(frames)];
      for await (const lines of batches) {
        await recorder.append(lines.filter(({ text }) => text.trim() !== ""));
      }
    } finally {
      clearInterval(beat);
    }
    return { run_session_id: run.run_session_id, ...recorder.counts() };
  },
});

function toLines(frames: readonly string[]): readonly Line[] {
  return frames.map((text, index) => ({ number: index + 1, text, ended: true }));
}

/** Records lines as they come; those that came together are recorded together, or not at all. */
function createRecorder(ledger: Ledger, run: RunRow, actor: Actor) {
  let frames = 0;
  let events = 0;
  let failure: unknown = null;
  return {
    counts: () => ({ frames, events }),
    async append(lines: readonly Line[]): Promise<void> {
      if (failure !== null) throw failure;
      const drafts = lines.flatMap((line) => eventsOf(run, line, actor));
      try {
        await ledger.write(async (unit) => {
          await renewRun(unit, run.run_session_id);
          if (drafts.length > 0) await unit.append(drafts);
        });
      } catch (error) {
        // The timer has no caller to report to: the next call throws the error.
        failure = error;
        if (lines.length > 0) throw error;
      }
      frames += lines.length;
      events += drafts.length;
    },
  };
}

function eventsOf(
  run: RunRow,
  { number, text, badUtf8At }: Line,
  actor: Actor,
): readonly NewEvent[] {
  const { value, fault } = parseLine(text);
  const wrong = badUtf8At === undefined ? fault : "not UTF-8";
  if (wrong !== undefined) {
    throw new HoldallError("E_JSONL_LINE", `Cannot record line ${number}: ${wrong}`);
  }
  try {
    return runFrameEvents(run, value, actor);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    const cure = error.cure === undefined ? {} : { cure: error.cure };
    const message = `Cannot record line ${number}: ${error.message}`;
    throw new HoldallError("E_JSONL_LINE", message, { ...cure, cause: error });
  }
}
