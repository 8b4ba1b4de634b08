import os from "node:os";
import type { Tombstone } from "../backup/backup.ts";
import type { ChainState } from "../backup/chain-state.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { commitRun, emptyDraft } from "./run-draft.ts";

/** Writes a record that describes everything and removes what is before it. */
export function commitRemoval(
  context: OperationContext,
  backup: BackupFolder,
  state: ChainState,
  forgotten: readonly Tombstone[],
): void {
  const last = state.runs.at(-1);
  commitRun(
    backup,
    state,
    { ...emptyDraft(), forgotten: [...forgotten] },
    {
      at: context.now().toISOString(),
      // Another machine's chain stays that of the other machine.
      host: last?.host ?? os.hostname(),
      homeFolder: last?.homeFolder ?? agentEnvironment(context).home,
      isFull: true,
      isBase: true,
    },
  );
}
