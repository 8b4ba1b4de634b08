import fs from "node:fs";
import path from "node:path";
import { type Ledger, type LedgerOptions, openLedger } from "../../src/ledger/ledger.ts";
import type { LedgerModule } from "../../src/ledger/projections.ts";
import { toText } from "../../src/ledger/texts.ts";
import { driverOf, type StoreName, storeNames } from "../../src/stores/registry.ts";
import type { OpenOptions, Store, Transaction } from "../../src/stores/store.ts";
import { type OwnServer, type Server, startOwnServer, startServer } from "./postgresql.ts";
import { makeScratch } from "./scratch.ts";

/** A kind of store to run a suite over. */
export interface Subject {
  readonly name: StoreName;
  /** Whether a workspace is a folder, which can be copied and which one process at a time writes to. */
  readonly isFolder: boolean;
  /** Why it cannot be used on this machine. */
  readonly skip: string | false;
  /** A place where nothing is yet. */
  location(): string;
  /** Changes stored bytes of an artifact without the program. */
  damage(location: string, sha256: string, bytes: Uint8Array): Promise<void>;
}

/** Every store of the registry; PostgreSQL with a database of its own for this test file. */
export async function subjects(): Promise<{ readonly all: readonly Subject[] }> {
  return { all: subjectsOn(await startServer()) };
}

/** Every store of the registry, and the PostgreSQL server, which the tests of this file may end and start. */
export async function subjectsToKill(): Promise<{
  readonly all: readonly Subject[];
  readonly server: OwnServer | string;
}> {
  const server = await startOwnServer();
  return { all: subjectsOn(server), server };
}

function subjectsOn(server: Server | string): readonly Subject[] {
  const scratch = makeScratch();
  let count = 0;
  // A driver that the registry gains and this table lacks does not compile.
  const subjectOf: Readonly<Record<StoreName, Omit<Subject, "name">>> = {
    sqlite: {
      isFolder: true,
      skip: false,
      location: () => path.join(scratch, `${++count}`, ".holdall"),
      damage: async (location, sha256, bytes) =>
        fs.writeFileSync(path.join(location, "blobs", sha256), bytes),
    },
    postgresql: {
      isFolder: false,
      skip: typeof server === "string" ? server : false,
      location: () => (typeof server === "string" ? "" : server.url(`test_${++count}`)),
      damage: async (location, sha256, bytes) => {
        const store = await (await driverOf(location)).open(location);
        const sql = "update ledger_artifacts set content = ? where sha256 = ?";
        await store.transaction("write", (tx) => tx.run(sql, [bytes, sha256]));
        await store.close();
      },
    },
  };
  return storeNames.map((name) => ({ name, ...subjectOf[name] }));
}

/** Opens a store at a location, made when it is not there. */
export async function openStore(location: string, options?: OpenOptions): Promise<Store> {
  const driver = await driverOf(location);
  if (!(await driver.exists(location))) await driver.create(location);
  return driver.open(location, options);
}

/** Opens a ledger at a location, made when it is not there. */
export async function openLedgerAt(location: string, options?: LedgerOptions): Promise<Ledger> {
  const isNew = !(await (await driverOf(location)).exists(location));
  const store = await openStore(location);
  return openLedger(store, { isNew, ...options }).catch(async (error) => {
    await store.close();
    throw error;
  });
}

/** A message as a thread records it. */
export function message(stream: string, content: string) {
  const text = toText(content);
  return {
    stream,
    type: "continuity_message_appended",
    actor: { id: "ada", origin: "test" },
    body: { content: text.ref },
    texts: [text],
  };
}

/** A small projection: messages by thread, and how many each has. */
export const messagesModule: LedgerModule = {
  projection: {
    name: "messages",
    version: 1,
    kinds: ["continuity"],
    tables: ["messages", "message_counts"],
    create: ({ text, integer }) => [
      `create table messages (stream ${text} not null, seq ${integer} not null, id ${text} not null,
        body ${text} not null, primary key (stream, seq))`,
      "create index messages_id on messages (id)",
      `create table message_counts (stream ${text} primary key, n ${integer} not null)`,
    ],
    async apply(tx: Transaction, { stream, seq, id, body }) {
      if (body.refused === true) throw new Error("refused by the projection");
      tx.write("insert into messages (stream, seq, id, body) values (?, ?, ?, ?)", [
        stream,
        seq,
        id,
        JSON.stringify(body),
      ]);
      tx.write(
        `insert into message_counts (stream, n) values (?, 1)
         on conflict (stream) do update set n = message_counts.n + 1`,
        [stream],
      );
    },
  },
};

/** Every row of the small projection. */
export function projectedRows(ledger: Ledger) {
  return ledger.read(async (tx) => [
    await tx.all("select * from messages order by stream, seq"),
    await tx.all("select * from message_counts order by stream"),
  ]);
}
