/**
 * Records frames of a run from standard input, as they arrive. Lines that arrive together are
 * written in one transaction. Between them a timer renews the lease, so that a slow tool does not
 * make the run look abandoned; if the run was ended meanwhile, the next write fails.
 */

import * as z from "zod";
import { readLines } from "../../base/jsonl.ts";
import { LEASE_MS } from "../../ledger/leases.ts";
import { createRecorder, FRAME_LIMITS, toLines } from "../../threads/disk/record-frames.ts";
import { renewRun } from "../../threads/runs.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

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
        frames === undefined ? readLines(context.incoming(), FRAME_LIMITS) : [toLines(frames)];
      for await (const lines of batches) {
        await recorder.append(lines.filter(({ text }) => text.trim() !== ""));
      }
    } finally {
      clearInterval(beat);
    }
    return { run_session_id: run.run_session_id, ...recorder.counts() };
  },
});
