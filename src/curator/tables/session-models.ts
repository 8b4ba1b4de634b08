import type { Transaction } from "../../stores/store.ts";

/** The models of imported sessions that worked in one of some folders, oldest import first. */
export function selectSessionModels(
  tx: Transaction,
  folders: readonly string[],
): Promise<
  readonly {
    readonly model: string;
    readonly started_at: string | null;
    readonly imported_at: string;
  }[]
> {
  return tx.all(
    `select model, started_at, imported_at from transcripts
     where model is not null and cwd in (${folders.map(() => "?").join(", ")}) order by pos`,
    folders,
  );
}
