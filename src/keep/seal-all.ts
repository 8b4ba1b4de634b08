import { removeKey } from "../backup/key-files.ts";
import { keyOfPack } from "../backup/pack-file.ts";
import { listPacks } from "../backup/part-index.ts";
import { keyOfRun, listChains, listRuns, readChain } from "../backup/run-log.ts";
import { type BackupFolder, isOutdated } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { removeLocalKey } from "../sessions/kept/local-keys.ts";
import { commitRemoval } from "./commit-removal.ts";
import { removeUnused } from "./remove-unused.ts";

/**
 * Seals what was kept in the clear before, or by this machine for other recipients: everything is written again, then
 * what was there is removed, and the keys of the other recipients last.
 */
export async function sealAll(context: OperationContext, backup: BackupFolder): Promise<void> {
  const { folder, keyring } = backup;
  const chains = listChains(folder).filter((chain) =>
    listRuns(folder, chain).some((run) => isOutdated(keyring, keyOfRun(folder, chain, run))),
  );
  const hasPacks = listPacks(folder).some((pack) => isOutdated(keyring, keyOfPack(folder, pack)));
  if (chains.length > 0 || hasPacks) {
    context.progress("sealing what was kept before");
    for (const chain of chains) {
      const state = readChain(backup, chain, () => {});
      commitRemoval(context, backup, state, []);
    }
    await removeUnused(context, backup);
  }
  for (const id of keyring.replaced) {
    removeKey(folder, id);
    removeLocalKey(agentEnvironment(context), id);
  }
}
