/**
 * Workspaces of a server, kept open between calls: opening one costs more than most calls. Each use
 * first checks whether the workspace is still the same; otherwise it is opened again.
 */

import type { Ledger } from "../ledger/ledger.ts";
import { shareRuns } from "./share-run.ts";

/** Workspaces that stay open from one call to the next, for as long as a server runs. */
export interface KeptWorkspaces {
  /** The workspace at a location: the open one if it is usable, otherwise opened. */
  at(location: string, open: () => Promise<Ledger>): Promise<Ledger>;
  close(): Promise<void>;
}

interface Look {
  /** Opens it as the last call asked for. */
  readonly open: () => Promise<Ledger>;
  /** The workspace as it is at some time after the question. */
  readonly find: () => Promise<Ledger>;
}

/** Keeps workspaces open. Nothing is locked between two calls. */
export function keepWorkspaces(): KeptWorkspaces {
  const kept = new Map<string, Ledger>();
  /** How each location is looked at. Of several calls at once, one alone opens it. */
  const looks = new Map<string, Look>();

  async function find(location: string): Promise<Ledger> {
    const known = kept.get(location);
    if (known !== undefined && (await isUsable(known))) return known;
    kept.delete(location);
    // Not awaited: a lost connection may take minutes to fail, and everything written is
    // committed already.
    known?.close().catch(() => undefined);
    const opened = await looks.get(location)?.open();
    if (opened === undefined) throw new Error("a location is looked at that nobody has named");
    kept.set(location, opened);
    return opened;
  }

  return {
    at(location, open) {
      const look = looks.get(location) ?? { open, find: shareRuns(() => find(location)) };
      looks.set(location, { ...look, open });
      return look.find();
    },
    async close() {
      const all = [...kept.values()];
      kept.clear();
      // The server ends: one that does not close must not delay the others, and has nothing left to
      // write.
      await Promise.allSettled(all.map((ledger) => ledger.close()));
    },
  };
}

/** Any error counts as unusable: opening again reports it better. */
function isUsable(ledger: Ledger): Promise<boolean> {
  return ledger.isCurrent().catch(() => false);
}
