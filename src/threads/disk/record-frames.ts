import { HoldallError } from "../../base/errors.ts";
import { type Line, parseLine } from "../../base/jsonl.ts";
import type { NewEvent } from "../../ledger/append.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { MAX_ARTIFACT_BYTES } from "../../ledger/texts.ts";
import type { Actor } from "../../model/event.ts";
import { runFrameEvents } from "../run-frames.ts";
import { renewRun } from "../runs.ts";
import type { RunRow } from "../tables/runs.ts";

/** How long a line of frames may be. */
export const FRAME_LIMITS = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };

/** Frames that were given with the call, as lines. */
export function toLines(frames: readonly string[]): readonly Line[] {
  return frames.map((text, index) => ({ number: index + 1, text, ended: true }));
}

/** Records lines as they come; those that came together are recorded together, or not at all. */
export function createRecorder(ledger: Ledger, run: RunRow, actor: Actor) {
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
