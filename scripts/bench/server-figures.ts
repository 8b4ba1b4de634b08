import { launchServer, type Server } from "../../test/support/postgresql.ts";
import { type BareServer, openBareServer } from "./bare-postgresql.ts";
import { begin, chatty, fillerText, message } from "./conversation.ts";
import type { Contest, Figure } from "./figure.ts";
import { timeOf } from "./measure.ts";
import { type Anchor, batches, compile, fill, open } from "./workspaces.ts";

const BATCHED_EVENTS = 20_000;
const SINGLE = { rounds: 100, appends: 8 };
const SMALL = 10_000;
const LARGE = 100_000;
const WARM_UP = 20;

/** What a workspace on a PostgreSQL server costs beside the same rows through `pg`, and as it grows. */
export const serverFigures: readonly Figure[] = [
  {
    name: "append in batches on PostgreSQL / the same rows through pg",
    unit: "time",
    // The rival writes one statement for each table; ours reads, chains and follows between them.
    limit: null,
    rounds: 5,
    prepare: () => onServer(prepareBatched),
  },
  {
    name: "append of one text of 200 bytes on PostgreSQL, durable / the same rows through pg",
    unit: "time",
    limit: null,
    rounds: SINGLE.rounds,
    byRound: true,
    prepare: () => onServer(prepareSingle),
  },
  ...(["end", "middle"] as const).map(growthFigure),
];

/** Starts a server that ends with the figure. */
async function onServer(prepare: (server: Server) => Promise<Contest>): Promise<Contest> {
  const server = await launchServer();
  if (typeof server === "string") throw new Error(server);
  try {
    const contest = await prepare(server);
    return {
      ...contest,
      end: async () => {
        await contest.end?.();
        await server.end();
      },
    };
  } catch (error) {
    await server.end();
    throw error;
  }
}

async function prepareBatched(server: Server): Promise<Contest> {
  const lists = [...batches(chatty, BATCHED_EVENTS)];
  const model = server.url("model");
  const filled = await open(model);
  for (const list of lists) await filled.append(list);
  await filled.close();
  let round = 0;
  let ours = await open(server.url("first"));
  let rival = null as BareServer | null;
  return {
    ours: timeOf({
      before: async () => {
        await ours.close();
        ours = await open(server.url(`ours_${++round}`));
      },
      run: async () => {
        for (const list of batches(chatty, BATCHED_EVENTS)) await ours.append(list);
      },
    }),
    rival: timeOf({
      before: async () => {
        await rival?.close();
        const target = server.url(`rival_${++round}`);
        await (await open(target)).close();
        rival = await openBareServer({ model, target }, lists.length);
      },
      run: () => rival?.insert(lists.length),
    }),
    end: async () => {
      await ours.close();
      await rival?.close();
    },
  };
}

async function prepareSingle(server: Server): Promise<Contest> {
  const count = (SINGLE.rounds + 1) * SINGLE.appends;
  const contents = Array.from({ length: count }, (_, turn) => fillerText(`message ${turn}`, 200));
  const model = await open(server.url("model"));
  await model.append([begin()]);
  for (const [turn, content] of contents.entries()) await model.append([message(turn, content)]);
  await model.close();
  const ours = await open(server.url("ours"));
  const prepared = await open(server.url("rival"));
  await ours.append([begin()]);
  await prepared.append([begin()]);
  await prepared.close();
  const places = { model: server.url("model"), target: server.url("rival") };
  const rival = await openBareServer(places, count);
  let next = 0;
  return {
    ours: timeOf(async () => {
      for (const end = next + SINGLE.appends; next < end; next++) {
        await ours.append([message(next, contents[next])]);
      }
    }),
    rival: timeOf(() => rival.insert(SINGLE.appends)),
    end: async () => {
      await ours.close();
      await rival.close();
    },
  };
}

function growthFigure(anchor: Anchor): Figure {
  return {
    name: `compile on PostgreSQL, ${LARGE.toLocaleString("en")} events, ${chatty.name}, anchor ${anchor} / ${SMALL.toLocaleString("en")} events`,
    unit: "time",
    limit: 1.3,
    rounds: 60,
    prepare: () =>
      onServer(async (server) => {
        const large = await openWarm(server.url("large"), LARGE, anchor);
        const small = await openWarm(server.url("small"), SMALL, anchor);
        const end = async () => {
          await large.close();
          await small.close();
        };
        return { ours: timeOf(large.compile), rival: timeOf(small.compile), end };
      }),
  };
}

async function openWarm(url: string, events: number, anchor: Anchor) {
  const wanted = { shape: chatty, events, checkpoints: false };
  const ledger = await open(await fill(url, "", wanted));
  for (let round = 0; round < WARM_UP; round++) await compile(ledger, wanted, anchor);
  return { compile: () => compile(ledger, wanted, anchor), close: () => ledger.close() };
}
