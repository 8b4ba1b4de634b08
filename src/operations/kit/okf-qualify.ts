/**
 * The trail of a state or a bundle in the common vocabulary, so that trails of different formats
 * read alike.
 */

import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { toCommonState } from "../../bundles/convert/common-state.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { jsonObject } from "../../model/json-values.ts";
import { DEFAULT_BUDGET, type TrailEvent, trailActions } from "../../model/state.ts";
import { instantOf } from "../../model/values.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { buildTrail } from "../../state/kit/bundle-trail.ts";
import { collectHistory } from "../../state/kit/collect-history.ts";
import { currentAddress } from "../../state/load.ts";
import { trailText } from "../../state/shown-text.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { addressInput, momentOf } from "../state/input.ts";

const inputSchema = z.object({
  path: z
    .string()
    .optional()
    .describe("Folder or .tar.gz with a state (default: the workspace's state)")
    .meta({ path: true }),
  event: z
    .enum(trailActions)
    .optional()
    .describe("Show only decisions of this kind, such as admit or reject")
    .meta({ placeholder: "KIND" }),
  entry: z
    .string()
    .optional()
    .describe("Show only decisions about this entry")
    .meta({ completes: "entry" }),
  since: z
    .string()
    .optional()
    .describe("Show only decisions since this time")
    .meta({ placeholder: "TIME" }),
  ...readingInput,
  ...addressInput,
  ...storeInput,
});

type Input = z.infer<typeof inputSchema>;

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
  input: inputSchema,
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
    const moment = input.since === undefined ? null : momentOf(input.since);
    const from = moment !== null && "time" in moment ? (instantOf(moment.time) ?? 0n) : 0n;
    const lines = events.filter(
      ({ action, entry_id, ts }) =>
        (input.event === undefined || action === input.event) &&
        (input.entry === undefined || entry_id === input.entry) &&
        (instantOf(ts) ?? 0n) >= from,
    );
    return { lines: lines.map((line) => ({ ...line })), opaque, damaged };
  },
});

async function bundleTrail(context: OperationContext, path: string, input: Input) {
  const options = { doing: "read the trail of", profile: "lenient", acceptEdits: true } as const;
  const { codec, parts, countTokens } = await readKit(context, path, input, options);
  const common = { budget: null, defaultBudget: DEFAULT_BUDGET, countTokens };
  const all = toCommonState(codec, parts, common).events;
  const events = all.filter((event) => event !== null);
  const isCut = (parts.lost ?? 0) > 0;
  return { events, opaque: all.length - events.length, damaged: isCut || hasFault(parts.lines) };
}

function hasFault(lines: readonly { readonly value: JsonObject | null }[]): boolean {
  return lines.some(({ value }) => value === null);
}

async function liveTrail(context: OperationContext, input: Input): Promise<readonly TrailEvent[]> {
  return inWorkspace(context, { store: input.store, effect: "read" }, (ledger) =>
    ledger.read(async (tx) => {
      const { address } = stateSettings(context, ledger, input);
      return buildTrail(await collectHistory(tx, address ?? (await currentAddress(tx)), null));
    }),
  );
}
