import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";
import { damagedCell } from "../stores/damage.ts";
import type { Engine, Store, Transaction } from "../stores/store.ts";
import type { NewEvent } from "./append.ts";
import { canonicalText, chainHash, hashEvent } from "./event-hash.ts";
import { aliasEvents, redactionEvents } from "./maintenance.ts";
import { selectAliases } from "./tables/aliases.ts";
import { insertEvent, selectEvents } from "./tables/events.ts";
import { selectAllRedacted } from "./tables/redactions.ts";
import {
  addChainColumn,
  CREATE_META,
  createChainLinks,
  insertChainLink,
  parseVersion,
  readMeta,
  schemaVersion1,
  writeChainLinks,
  writeMeta,
} from "./tables/schema.ts";
import { selectWorkspaceEnd, upsertHead } from "./tables/stream-heads.ts";
import { newUuid } from "./uuid.ts";

/** One step from a schema version to the next. */
export type Migration = (tx: Transaction, engine: Engine) => Promise<void>;

/**
 * Every step since the first release, in order; their number is the schema version. Never edit one:
 * a workspace out there has been migrated by it.
 */
export const migrations: readonly Migration[] = [createFirstTables, bindEventsTogether];

async function createFirstTables(tx: Transaction, engine: Engine): Promise<void> {
  for (const statement of schemaVersion1(engine)) tx.write(statement, []);
}

const PAGE_SIZE = 1000;

/**
 * Schema 2: a chain over all events of the workspace, and redactions and foreign ids as events. The
 * rows that an older workspace has in these two tables are recorded as they are, as their origin is
 * not known.
 */
async function bindEventsTogether(tx: Transaction, { types }: Engine): Promise<void> {
  await tx.run(addChainColumn(types));
  await tx.run(createChainLinks(types));
  let chain = "";
  for (let from = 1; ; ) {
    const rows = await selectEvents(tx, { from, to: Number.MAX_SAFE_INTEGER, limit: PAGE_SIZE });
    for (const { pos, hash } of rows) {
      chain = chainHash(chain, pos, hash);
      insertChainLink(tx, pos, chain);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) break;
    from = last.pos + 1;
  }
  await writeChainLinks(tx);
  const redacted = (await selectAllRedacted(tx)).map(({ sha256 }) => sha256);
  const aliases = new Map((await selectAliases(tx)).map(({ alias, sha256 }) => [alias, sha256]));
  const actor = { id: "system", origin: "migration" };
  await appendPlainly(tx, redactionEvents(newUuid(), redacted, { actor }));
  await appendPlainly(tx, aliasEvents(newUuid(), aliases));
}

/** Appends events of one new stream without projections, which are rebuilt after a migration anyway. */
async function appendPlainly(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  let { pos, chain } = await selectWorkspaceEnd(tx, "");
  let prev: string | null = null;
  for (const [seq, { stream, type, actor, body }] of events.entries()) {
    const at = new Date().toISOString();
    const text = actor === null ? null : canonicalText({ ...actor });
    const unhashed = { stream, seq, id: newUuid(), at, type, actor: text, raw: null, prev };
    const row = { ...unhashed, body: canonicalText(body) };
    const hash = hashEvent(row);
    pos += 1;
    chain = chainHash(chain, pos, hash);
    insertEvent(tx, { ...row, pos, hash, chain });
    prev = hash;
  }
  const [first] = events;
  if (first !== undefined && prev !== null) {
    upsertHead(tx, { stream: first.stream, events: events.length, hash: prev });
  }
}

const SCHEMA = "schema";

/** The schema version that a workspace records; 0 before anything was set up. */
function versionIn(meta: ReadonlyMap<string, string>): number {
  const text = meta.get(SCHEMA);
  const version = text === undefined ? 0 : parseVersion(text);
  if (version !== null) return version;
  const place = { table: "ledger_meta", column: "value", row: SCHEMA };
  throw damagedCell(place, `is not a version: "${excerpt(text ?? "", 40)}"`);
}

/** Whether the ledger's tables have the schema of this program. */
export function isMigrated(
  meta: ReadonlyMap<string, string>,
  steps: readonly Migration[] = migrations,
): boolean {
  return versionIn(meta) === steps.length;
}

/** Creates or updates the ledger's tables. Before an update, the store is copied aside. */
export async function migrate(
  store: Store,
  meta: ReadonlyMap<string, string>,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const version = versionIn(meta);
  if (version > steps.length) {
    throw new HoldallError(
      "E_VERSION",
      `Cannot open the workspace "${store.location}": it was written by a newer version of Holdall (schema ${version}; this version supports ${steps.length})`,
      { cure: "install the newest version of Holdall" },
    );
  }
  if (version === steps.length) return;
  requireWritable(store);
  if (version > 0) await store.saveCopy(`before-schema-${steps.length}`);
  await store.transaction("write", async (tx) => {
    await tx.run(CREATE_META(store.engine.types));
    // Another process may have migrated while this one waited for the lock.
    const current = versionIn(await readMeta(tx));
    for (const step of steps.slice(current)) await step(tx, store.engine);
    if (current < steps.length) writeMeta(tx, SCHEMA, String(steps.length));
  });
}

/** Refuses to bring a workspace up to date where nothing can be written. */
export function requireWritable({ isReadOnly, location }: Store): void {
  if (!isReadOnly) return;
  throw new HoldallError(
    "E_IO",
    `Cannot open the workspace "${location}": it was written by an older version of Holdall and is read-only`,
    { cure: "copy the folder to a place where you can write, and open the copy" },
  );
}
