import path from "node:path";
import { contentStamp } from "../disk/content-stamp.ts";
import { readHeads } from "../ledger/heads.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { inWorkspace } from "../runtime/workspace.ts";
import { sourceBasis } from "../sessions/named-source.ts";
import { isKit } from "./prepare.ts";
import type { PushInput } from "./push.ts";
import { runsIn } from "./runs.ts";

/** What a push is about: it differs as soon as another content would be sent. */
export async function pushBasis(context: OperationContext, input: PushInput): Promise<unknown> {
  const { what } = input;
  if (isKit(context, what)) {
    return inWorkspace(context, { store: input.store, effect: "read" }, async (ledger) => {
      const heads = await ledger.read((tx) => readHeads(tx, { at: context.now(), streams: "all" }));
      return [heads.events, heads.chain];
    });
  }
  const place = path.resolve(context.cwd, what);
  return runsIn(place) === null ? sourceBasis(context, what, {}) : contentStamp(place);
}
