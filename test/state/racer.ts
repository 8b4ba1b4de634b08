/** A process of the race: adds one to a counter that is an entry, as often as asked. */
import { HoldallError } from "../../src/base/errors.ts";
import { changeState } from "../../src/state/change-state.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import { requireState } from "../../src/state/load.ts";
import stateRoom from "../../src/state/module.ts";
import { versionOf } from "../../src/state/state.ts";
import { openLedgerAt } from "../support/workspaces.ts";
import { address, bounds, rules } from "./random-history.ts";

const [location = "", name = "", times = "0"] = process.argv.slice(2);
const actor = { id: name, origin: "race" };
const ledger = await openLedgerAt(location, { modules: [stateRoom] });
let lost = 0;

/** Reads the counter and writes it back plus one, if nobody was faster. */
async function addOne(): Promise<boolean> {
  const { entry, text } = await ledger.read(async (tx) => {
    const { state } = await requireState(tx, address);
    const found = [...state.entries.values()].find(({ id }) => id === "counter");
    return { entry: found, text: String(found?.image.added ?? 0) };
  });
  if (entry === undefined) throw new RangeError("there is no counter");
  const added = Number(text) + 1;
  const request = {
    id: "counter",
    content: `the counter was raised ${added} times`,
    expect_version: versionOf(entry),
    extra: { added },
    decided: true,
  };
  try {
    await changeState(ledger, { address, bounds, actor }, (view) =>
      planCommit(view, request, rules),
    );
    return true;
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_CONFLICT") return false;
    throw error;
  }
}

for (let done = 0; done < Number(times); ) {
  if (await addOne()) done++;
  else lost++;
}
await ledger.close();
process.stdout.write(JSON.stringify({ lost }));
