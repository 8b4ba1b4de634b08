/**
 * Keeps every responsibility of a workspace fresh. Whether something has to be done follows from the
 * ledger and from the freshness of the files, never from what this process remembers: a restart does
 * nothing twice, and an event that was missed is found at the next look.
 */

import * as z from "zod";
import { formatCount } from "../../../base/text/format-count.ts";
import type { Piece } from "../../../curator/disk/watch/watch-workspace.ts";
import { look, pause, pieceSchema } from "../../../curator/disk/watch/watch-workspace.ts";
import { openPlace } from "../../../curator/disk/workspace.ts";
import { clockOf } from "../../../curator/workspace/time.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput } from "../input.ts";

export default defineOperation({
  name: "context watch",
  summary:
    "Keep all responsibilities fresh: react to events, keep schedules, watch the drop folder",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "a service runs until it is stopped",
    http: "a service runs until it is stopped",
  },
  positionals: [],
  examples: ["context watch --once"],
  input: z.object({
    once: z.boolean().default(false).describe("Check once and exit"),
    interval: z.coerce
      .number()
      .min(0.2)
      .max(86_400)
      .default(10)
      .describe("Seconds between two checks"),
    ...placeInput,
  }),
  output: () => z.object({ looks: z.number(), done: z.number() }),
  piece: pieceSchema,
  streams: true,
  endsWhenStopped: true,
  async run(context, input) {
    const place = openPlace(context, input);
    let looks = 0;
    let done = 0;
    const log = (piece: Omit<Piece, "at">) => {
      if (piece.event !== "started" && piece.event !== "stopped") done++;
      return context.emit({ at: clockOf(input.now, context.now), ...piece });
    };
    await log({ event: "started", responsibility_id: null, detail: place.root });
    while (!context.signal.aborted) {
      looks++;
      await look(context, { ...input, place, log });
      if (input.once) break;
      await pause(context, place, input.interval);
    }
    await log({ event: "stopped", responsibility_id: null, detail: formatCount(looks, "check") });
    return { looks, done };
  },
});
