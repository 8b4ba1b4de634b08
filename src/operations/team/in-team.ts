import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import type { Team } from "../../stores/team.ts";

/** Why models and programs are not offered what changes a team. */
export const withheldTeam = {
  mcp: "a model must not change who may do what",
  http: "as for MCP",
  person: "the server's login is not the person's",
};

/** Works on the rights of a workspace that a database server has. */
export async function inTeam<Result>(
  context: OperationContext,
  store: string | undefined,
  work: (team: Team, ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  return inWorkspace(context, { store, effect: "read" }, (ledger) => {
    const { team, location } = ledger.store;
    if (team !== null) return work(team, ledger);
    throw new HoldallError("E_USAGE", `Cannot share "${location}" with a team: it is a folder`, {
      cure: "use a PostgreSQL database: --store postgresql://USER@HOST/DATABASE",
    });
  });
}
