import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { NewEvent } from "../../src/ledger/append.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { rebuildTables } from "../../src/ledger/projections.ts";
import { type Bare, openBare } from "./bare-sqlite.ts";
import { begin, chatty, fillerText, laborious, message, type Shape } from "./conversation.ts";
import type { Contest, Figure } from "./figure.ts";
import { processorTimeOf, timeOf } from "./measure.ts";
import { batches, open, workspaceOf } from "./workspaces.ts";

const BATCHED_EVENTS = 20_000;
/** Many short rounds, in turn, after as many appends as it takes until the code runs at its speed. */
const SINGLE = { rounds: 200, appends: 10, warmUp: 500 };
const REBUILT = 100_000;
/** Events that a rebuild is to get through in a second. */
const REBUILT_A_SECOND = 80_000;

/** What an append may cost beside a loop over `node:sqlite` that inserts the same rows. */
export const appendFigures: readonly Figure[] = [
  batchedFigure(chatty),
  batchedFigure(laborious),
  singleFigure("200 bytes", 200),
  singleFigure("8 KiB", 8192),
  rebuildFigure(chatty),
  rebuildFigure(laborious),
];

/** In processor time, for the limit is a number that no rival shares the load with. */
function rebuildFigure(shape: Shape): Figure {
  const wanted = { shape, events: REBUILT, checkpoints: false };
  return {
    name: `rebuild of ${REBUILT.toLocaleString("en")} events in processor time, ${shape.name} / ${REBUILT_A_SECOND.toLocaleString("en")} a second`,
    unit: "time",
    limit: 1,
    rounds: 5,
    prepare: async (_folder, shared) => {
      const { store, projections, close } = await open(await workspaceOf(shared, wanted));
      const rebuild = () =>
        store.transaction("write", (tx) => rebuildTables(tx, store.engine, projections));
      return {
        ours: processorTimeOf(rebuild),
        rival: (REBUILT / REBUILT_A_SECOND) * 1000,
        end: close,
      };
    },
  };
}

function batchedFigure(shape: Shape): Figure {
  return {
    name: `append in batches, ${shape.name} / the same rows through node:sqlite`,
    unit: "time",
    limit: 1 / 0.5,
    rounds: 11,
    byRound: true,
    prepare: (folder) => prepareBatched(folder, shape),
  };
}

/** Ours makes the events and appends them; the other writes the rows that come of it, and hashes nothing. */
async function prepareBatched(folder: string, shape: Shape): Promise<Contest> {
  const lists = () => batches(shape, BATCHED_EVENTS);
  const model = await openNew(join(folder, "model"));
  let count = 0;
  for (const list of lists()) {
    await model.append(list);
    count++;
  }
  await model.close();
  let ours = await openNew(join(folder, "ours"));
  let rival = await openRival(folder, count);
  return {
    ours: timeOf({
      before: async () => {
        await ours.close();
        ours = await openNew(join(folder, "ours"));
      },
      run: async () => {
        for (const list of lists()) await ours.append(list);
      },
    }),
    rival: timeOf({
      before: async () => {
        rival.close();
        rival = await openRival(folder, count);
      },
      run: () => rival.insert(count),
    }),
    end: async () => {
      await ours.close();
      rival.close();
    },
  };
}

function singleFigure(size: string, bytes: number): Figure {
  return {
    name: `append of one text of ${size}, durable / the same rows through node:sqlite`,
    unit: "time",
    limit: 1 / 0.8,
    rounds: SINGLE.rounds,
    byRound: true,
    prepare: (folder) => prepareSingle(folder, bytes),
  };
}

/** Both go on with their own database from round to round, as a program that stays open does. */
async function prepareSingle(folder: string, bytes: number): Promise<Contest> {
  const count = (SINGLE.rounds + 1) * SINGLE.appends + SINGLE.warmUp;
  // Through bytes, because a string that is put together lazily would be finished in the measured part.
  const contents = Array.from({ length: count }, (_, turn) =>
    Buffer.from(fillerText(`message ${turn}`, bytes)).toString(),
  );
  const model = await openNew(join(folder, "model"), begin());
  for (const [turn, content] of contents.entries()) await model.append([message(turn, content)]);
  await model.close();
  const ours = await openNew(join(folder, "ours"), begin());
  const rival = await openRival(folder, count, begin());
  let next = 0;
  const append = async (more: number) => {
    for (const end = next + more; next < end; next++) {
      await ours.append([message(next, contents[next])]);
    }
  };
  await append(SINGLE.warmUp);
  rival.insert(SINGLE.warmUp);
  return {
    ours: timeOf(() => append(SINGLE.appends)),
    rival: timeOf(() => rival.insert(SINGLE.appends)),
    end: async () => {
      await ours.close();
      rival.close();
    },
  };
}

/** An empty workspace, or one with some events. */
async function openNew(folder: string, ...first: readonly NewEvent[]): Promise<Ledger> {
  await rm(folder, { recursive: true, force: true });
  const ledger = await open(folder);
  if (first.length > 0) await ledger.append(first);
  return ledger;
}

async function openRival(
  folder: string,
  batches: number,
  ...first: readonly NewEvent[]
): Promise<Bare> {
  await (await openNew(join(folder, "rival"), ...first)).close();
  return openBare(folder, { model: "model", target: "rival", batches });
}
