import { messageOf } from "../../base/errors.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { readStatus } from "../../ledger/status.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../runtime/workspace.ts";
import { locateStore } from "../../stores/locate.ts";
import type { Check } from "./check.ts";

/** Whether there is a workspace, and whether the quick check finds it intact. */
export async function checkWorkspace(
  context: OperationContext,
  store: string | undefined,
): Promise<Check[]> {
  const common = { area: "workspace", subject: "workspace" } as const;
  const location = locateStore(storeChoice(context, store));
  if (location === null) {
    const detail = "none here or in a parent folder; sessions can be handed over without one";
    return [{ ...common, status: "note", detail, cure: "holdall init" }];
  }
  try {
    return await inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const { ok, events } = await readStatus(ledger);
      const detail = `${ledger.store.location}, ${formatCount(events, "event")}`;
      return ok
        ? [{ ...common, status: "ok", detail, cure: null }]
        : [
            {
              ...common,
              status: "problem",
              detail: `${detail}, events are missing`,
              cure: "holdall verify",
            },
          ];
    });
  } catch (error) {
    const detail = messageOf(error);
    return [{ ...common, status: "problem", detail, cure: "holdall verify" }];
  }
}
