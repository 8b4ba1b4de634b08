/**
 * The trail of a state or a bundle in the common vocabulary, so that trails of different formats
 * read alike.
 */

import * as z from "zod";
import { jsonObject } from "../../model/json-values.ts";
import { trailActions } from "../../model/state.ts";
import { instantOf } from "../../model/values.ts";
import { parseMoment } from "../../runtime/moment.ts";
import { bundleTrail, liveTrail, trailInput } from "../../state/disk/kit/read-trail.ts";
import { trailText } from "../../state/shown-text.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "okf qualify",
  summary: "Show the trail of a bundle or of the workspace's state: each decision with its reason",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.trail", sets: ["memory"], text: trailText },
  positionals: ["path"],
  aliases: {},
  examples: ["okf qualify ./wc", "okf qualify ./wc --event admit --json", "okf qualify"],
  input: trailInput,
  output: () =>
    z.object({
      lines: z.array(
        z.looseObject({
          ts: z.string(),
          action: z.enum(trailActions),
          entry_id: z.string().exactOptional(),
          reason: z.string().exactOptional(),
          signals: jsonObject().exactOptional(),
        }),
      ),
      /** Lines of a bundle that are not valid. */
      opaque: z.number(),
      damaged: z.boolean(),
    }),
  async run(context, input) {
    const { events, opaque, damaged } =
      input.path === undefined
        ? { events: await liveTrail(context, input), opaque: 0, damaged: false }
        : await bundleTrail(context, input.path, input);
    const since = input.since === undefined ? null : parseMoment(input.since, context.now());
    const from = since === null ? 0n : (instantOf(since.toISOString()) ?? 0n);
    const lines = events.filter(
      ({ action, entry_id, ts }) =>
        (input.event === undefined || action === input.event) &&
        (input.entry === undefined || entry_id === input.entry) &&
        (instantOf(ts) ?? 0n) >= from,
    );
    return { lines: lines.map((line) => ({ ...line })), opaque, damaged };
  },
});
