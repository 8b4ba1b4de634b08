import path from "node:path";
import {
  alterCell,
  altered,
  cellsOf,
  commandsFor,
  commandsOf,
  copyWorkspace,
  faultOf,
  tryCommand,
} from "../../support/altered-cells.ts";
import { createFullWorkspace } from "../../support/full-workspace.ts";
import { type FuzzTarget, pick } from "../target.ts";

/** How many commands are tried on each altered workspace. */
const COMMANDS = 4;

/** A workspace in which somebody altered one cell of its database. */
const workspaces: FuzzTarget = {
  async prepare(folder) {
    const intact = path.join(folder, "intact/.holdall");
    const full = await createFullWorkspace({ location: () => intact }, folder);
    const store = path.join(folder, "altered/.holdall");
    const cells = cellsOf(intact);
    const commands = commandsFor(full);
    return async (random) => {
      copyWorkspace(intact, store);
      const cell = pick(random, cells);
      const value = pick(random, Object.keys(altered));
      if (!alterCell(store, cell, altered[value] ?? null)) return;
      const chosen = Array.from({ length: COMMANDS }, () =>
        pick(random, commandsOf(commands, cell.table)),
      );
      for (const command of [["ledger verify", {}] as const, ...chosen]) {
        const fault = faultOf(await tryCommand(full.lab.cwd, store, command));
        if (fault === null) continue;
        const place = `${cell.table}.${cell.column}, row ${cell.rowid}: ${value}`;
        throw new Error(`${command[0]} (${place})\n${fault}`);
      }
    };
  },
};

export default workspaces;
