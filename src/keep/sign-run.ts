import fs from "node:fs";
import path from "node:path";
import type { ChainState } from "../backup/chain-state.ts";
import { chainFolder } from "../backup/layout.ts";
import { listRuns, signaturePath } from "../backup/run-log.ts";
import { sumsSigner } from "../bundles/disk/sums-signer.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFile } from "../durable/files.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** Signs the newest record of a machine, and with it all before it; returns whether there was one to sign. */
export async function signRun(
  context: OperationContext,
  folder: string,
  { chain }: ChainState,
  key: string,
): Promise<boolean> {
  const newest = listRuns(folder, chain).at(-1);
  if (newest === undefined) return false;
  const target = signaturePath(folder, chain, newest.name);
  if (fs.existsSync(target)) return true;
  const message = fs.readFileSync(path.join(chainFolder(folder, chain), newest.name));
  const armored = await sumsSigner(context, key)(message);
  return createFile(target, armored, { mode: 0o600, temporary: temporaryBeside(target) });
}
