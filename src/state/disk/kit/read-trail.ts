import * as z from "zod";
import type { JsonObject } from "../../../base/json/value.ts";
import { toCommonState } from "../../../bundles/convert/common-state.ts";
import { readingInput } from "../../../bundles/disk/open-path.ts";
import { DEFAULT_BUDGET, type TrailEvent, trailActions } from "../../../model/state.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../../runtime/workspace.ts";
import { buildTrail } from "../../kit/bundle-trail.ts";
import { collectHistory } from "../../kit/collect-history.ts";
import { currentAddress } from "../../load.ts";
import { stateSettings } from "../settings/settings.ts";
import { addressInput } from "../settings/state-input.ts";
import { readKit } from "./read-kit.ts";

/** Which lines of which trail are shown. */
export const trailInput = z.object({
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

type TrailInput = z.infer<typeof trailInput>;

/** The trail of a bundle, and how much of it cannot be read. */
export async function bundleTrail(context: OperationContext, path: string, input: TrailInput) {
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

/** The trail of the workspace's state. */
export async function liveTrail(
  context: OperationContext,
  input: TrailInput,
): Promise<readonly TrailEvent[]> {
  return inWorkspace(context, { store: input.store, effect: "read" }, (ledger) =>
    ledger.read(async (tx) => {
      const { address } = stateSettings(context, ledger, input);
      return buildTrail(await collectHistory(tx, address ?? (await currentAddress(tx)), null));
    }),
  );
}
