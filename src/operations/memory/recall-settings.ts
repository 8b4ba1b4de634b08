import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { RecallRequest } from "../../memory/recall.ts";
import { type RecallReport, recordRecall } from "../../memory/unit-use.ts";
import { chooseEmbedder } from "../models/choose-embedder.ts";
import { configFor } from "../operation/config.ts";
import type { OperationContext } from "../operation/operation.ts";
import { projectRoot } from "../operation/workspace.ts";

/** How units are recalled in a workspace, by its configuration. */
export interface RecallSettings {
  /** What else ranks units besides their words. */
  readonly ranking: Pick<RecallRequest, "embedder" | "decay">;
  /** Counts that units were given to an agent. Whatever hinders it must not hinder the answer. */
  recordUse(given: RecallReport): Promise<void>;
}

/** Reads how units are recalled here. */
export function recallSettings(context: OperationContext, ledger: Ledger): RecallSettings {
  const config = configFor(context, projectRoot(ledger, context));
  const decay = { now: context.now(), strength: config.decay };
  const embedder = chooseEmbedder(config.embedder, context);
  return {
    ranking: embedder === null ? { decay } : { decay, embedder },
    async recordUse(given) {
      if (!config.track_access) return;
      try {
        await ledger.write((unit) => recordRecall(unit, given));
      } catch (error) {
        if (!(error instanceof HoldallError)) throw error;
      }
    },
  };
}
