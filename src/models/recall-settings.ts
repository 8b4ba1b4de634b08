/**
 * The settings of recall, shared by all operations that search: decay, the embedder, and how use is
 * recorded.
 */

import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { RecallRequest } from "../memory/recall.ts";
import { type RecallReport, recordRecall } from "../memory/unit-use.ts";
import { configFor } from "../runtime/config.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { projectRoot } from "../runtime/workspace.ts";
import { chooseEmbedder } from "./choose-embedder.ts";

/** The settings of recall in a workspace, from its configuration. */
export interface RecallSettings {
  /** What ranks units besides their words. */
  readonly ranking: Pick<RecallRequest, "embedder" | "decay">;
  /** Records that units were given to an agent. A failure must not prevent the answer: it is a notice. */
  recordUse(report: RecallReport): Promise<void>;
}

/** Reads the settings of recall. */
export function recallSettings(context: OperationContext, ledger: Ledger): RecallSettings {
  const config = configFor(context, projectRoot(ledger, context));
  const decay = { now: context.now(), strength: config.decay };
  const embedder = chooseEmbedder(config.embedder, context);
  return {
    ranking: embedder === null ? { decay } : { decay, embedder },
    async recordUse(report) {
      if (!config.track_access || ledger.store.isReadOnly) return;
      try {
        await ledger.write((unit) => recordRecall(unit, report));
      } catch (error) {
        if (!(error instanceof HoldallError)) throw error;
        context.note(`The use of the units was not recorded. ${error.message}`);
      }
    },
  };
}
