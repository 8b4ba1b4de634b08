import type { Ledger } from "../../ledger/ledger.ts";

/** Workspaces that stay open from one call to the next, for as long as a server runs. */
export interface KeptWorkspaces {
  /** The workspace at a location: as the last call left it, or opened when that cannot be used on. */
  at(location: string, open: () => Promise<Ledger>): Promise<Ledger>;
  close(): Promise<void>;
}

/**
 * Keeps workspaces open. Nothing is locked between two calls, and each begins with a look whether the
 * workspace is still the one that was opened. Calls come one at a time.
 */
export function keepWorkspaces(): KeptWorkspaces {
  const kept = new Map<string, Ledger>();
  return {
    async at(location, open) {
      const known = kept.get(location);
      if (known !== undefined && (await isUsable(known))) return known;
      kept.delete(location);
      // Not waited for: a connection that was lost may take minutes to say so. Nothing hangs on its end,
      // because whatever was written is committed.
      known?.close().catch(() => undefined);
      const opened = await open();
      kept.set(location, opened);
      return opened;
    },
    async close() {
      const all = [...kept.values()];
      kept.clear();
      // The server ends: one that does not close must not keep the others, and has nothing left to write.
      await Promise.allSettled(all.map((ledger) => ledger.close()));
    },
  };
}

/** Whatever keeps it from being looked at, an opening says it in better words. */
function isUsable(ledger: Ledger): Promise<boolean> {
  return ledger.isCurrent().catch(() => false);
}
