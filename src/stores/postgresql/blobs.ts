import type { Artifacts, Row, SqlValue } from "../store.ts";
import {
  GET_ARTIFACT,
  LIST_ARTIFACTS,
  PUT_ARTIFACT,
  REMOVE_ARTIFACT,
  SIZE_OF_ARTIFACT,
} from "./tables.ts";

/** Executes a statement somewhere: on a transaction's connection, or on one of its own. */
export type Execute = (
  sql: string,
  params: readonly SqlValue[],
) => Promise<{ readonly rows: readonly Row[]; readonly count: number }>;

const PAGE_SIZE = 1000;

/**
 * Blobs as rows of the database. Inside a transaction they are committed with it; on the pool, each
 * on its own.
 */
export function rowArtifacts(execute: Execute): Artifacts {
  return {
    put: async (sha256, bytes) => void (await execute(PUT_ARTIFACT, [sha256, bytes.length, bytes])),
    async get(sha256) {
      const content = (await execute(GET_ARTIFACT, [sha256])).rows[0]?.content;
      return content instanceof Uint8Array ? content : null;
    },
    async size(sha256) {
      const row = (await execute(SIZE_OF_ARTIFACT, [sha256])).rows[0];
      return row === undefined ? null : Number(row.bytes);
    },
    remove: async (sha256) => (await execute(REMOVE_ARTIFACT, [sha256])).count > 0,
    async *list() {
      for (let after = ""; ; ) {
        const { rows } = await execute(LIST_ARTIFACTS, [after, PAGE_SIZE]);
        for (const row of rows) {
          after = String(row.sha256);
          yield { sha256: after, bytes: Number(row.bytes), storedAt: Number(row.stored_at) };
        }
        if (rows.length < PAGE_SIZE) return;
      }
    },
  };
}
