/** The tokens with which agents call a team's server. Rights on their table are the keepers' alone. */

import { HoldallError } from "../../../base/errors.ts";
import type { Transaction } from "../../store.ts";
import type { AgentToken, TeamRole } from "../../team.ts";
import { HAS_TABLE } from "../tables.ts";
import {
  ADD_TOKEN,
  createTokens,
  LIST_TOKENS,
  REMOVE_TOKEN,
  type TeamGroups,
  TOKENS,
} from "./tables.ts";

/** Adds a token, in place of an earlier one of the same name. */
export async function addToken(
  tx: Transaction,
  groups: TeamGroups,
  { name, sha256, role, actors, created_at, expires_at }: Omit<AgentToken, "created_by">,
): Promise<void> {
  if (!(await hasTokens(tx))) for (const statement of createTokens(groups)) await tx.run(statement);
  await tx.run(ADD_TOKEN, [name, sha256, role, actors.join(" "), created_at, expires_at]);
}

/** Removes a token; false when there is none of this name. */
export async function removeToken(tx: Transaction, name: string): Promise<boolean> {
  return (await hasTokens(tx)) && (await tx.run(REMOVE_TOKEN, [name])) > 0;
}

/** The tokens, by name. */
export async function listTokens(tx: Transaction): Promise<readonly AgentToken[]> {
  if (!(await hasTokens(tx))) return [];
  const rows = await tx.all<
    Omit<AgentToken, "actors"> & { readonly role: TeamRole; readonly actors: string }
  >(LIST_TOKENS);
  return rows.map((row) => ({ ...row, actors: row.actors === "" ? [] : row.actors.split(" ") }));
}

async function hasTokens(tx: Transaction): Promise<boolean> {
  return (await tx.all(HAS_TABLE, [TOKENS])).length > 0;
}

/** Why a login of the team cannot be the name of an agent: two would write as one. */
export function memberName(name: string): HoldallError {
  return new HoldallError(
    "E_USAGE",
    `Cannot create a token for "${name}": it is a login of the team`,
    {
      cure: `use another name, such as ${name}:agent`,
    },
  );
}
