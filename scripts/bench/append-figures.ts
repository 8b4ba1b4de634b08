import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { NewEvent } from "../../src/ledger/append.ts";
import { openBare } from "./bare-sqlite.ts";
import { begin, chatty, laborious, message, type Shape } from "./conversation.ts";
import type { Contest, Figure } from "./figure.ts";
import { timeOf } from "./measure.ts";
import { batches, open } from "./workspaces.ts";

const BATCHED_EVENTS = 20_000;
const SINGLE_EVENTS = 20;

/** What an append may cost beside a loop over `node:sqlite` that inserts the same rows. */
export const appendFigures: readonly Figure[] = [
  batchedFigure(chatty),
  batchedFigure(laborious),
  singleFigure("200 bytes", 200),
  singleFigure("8 KiB", 8192),
];

function batchedFigure(shape: Shape): Figure {
  return {
    name: `append in batches, ${shape.name} / the same rows through node:sqlite`,
    unit: "time",
    limit: 1 / 0.5,
    rounds: 7,
    prepare: (folder) => appendContest(folder, [], () => batches(shape, BATCHED_EVENTS)),
  };
}

function singleFigure(size: string, bytes: number): Figure {
  return {
    name: `append of one text of ${size}, durable / the same rows through node:sqlite`,
    unit: "time",
    limit: 1 / 0.8,
    rounds: 60,
    prepare: (folder) => appendContest(folder, [begin()], () => messages(bytes)),
  };
}

function* messages(bytes: number): Generator<NewEvent[]> {
  for (let turn = 0; turn < SINGLE_EVENTS; turn++) yield [message(turn, bytes)];
}

/**
 * Ours makes the events and appends them to a new workspace; the other writes the rows that came of it
 * into another, without hashing anything.
 */
async function appendContest(
  folder: string,
  first: readonly NewEvent[],
  lists: () => Iterable<readonly NewEvent[]>,
): Promise<Contest> {
  const fresh = async (name: string) => {
    await rm(join(folder, name), { recursive: true, force: true });
    const ledger = await open(join(folder, name));
    if (first.length > 0) await ledger.append(first);
    return ledger;
  };
  const model = await fresh("model");
  let count = 0;
  for (const list of lists()) {
    await model.append(list);
    count++;
  }
  await model.close();
  const bare = async () => {
    await (await fresh("rival")).close();
    return openBare(folder, { model: "model", target: "rival", batches: count });
  };
  let ours = await fresh("ours");
  let rival = await bare();
  return {
    ours: timeOf({
      before: async () => {
        await ours.close();
        ours = await fresh("ours");
      },
      run: async () => {
        for (const list of lists()) await ours.append(list);
      },
    }),
    rival: timeOf({
      before: async () => {
        rival.close();
        rival = await bare();
      },
      run: () => rival.insertAll(),
    }),
    end: async () => {
      await ours.close();
      rival.close();
    },
  };
}
