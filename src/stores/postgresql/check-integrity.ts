import { HoldallError } from "../../base/errors.ts";
import type { Execute } from "./blobs.ts";
import { AMCHECK_TARGETS, checkIndex, checkTable, FIND_AMCHECK } from "./tables.ts";

/**
 * Lets the server's own extension `amcheck` look at every table and index of the workspace, where it is
 * installed and may be used. Without it the server notices damage when it reads a damaged page.
 */
export async function checkIntegrity(execute: Execute): Promise<readonly string[]> {
  const extension = (await execute(FIND_AMCHECK, [])).rows[0]?.place;
  if (typeof extension !== "string") return [];
  const faults: string[] = [];
  for (const { oid, name, is_table } of (await execute(AMCHECK_TARGETS, [])).rows) {
    const statement = is_table ? checkTable(extension) : checkIndex(extension);
    try {
      const { rows } = await execute(statement, [Number(oid)]);
      if (is_table) faults.push(...rows.map(({ msg }) => `${name}: ${msg}`));
    } catch (error) {
      if (!(error instanceof HoldallError) || error.code !== "E_STORE") throw error;
      faults.push(error.cause instanceof Error ? error.cause.message : error.message);
    }
  }
  return faults;
}
