/** What appends to a server are measured against: rows that are known already, through `pg` alone. */
import pg from "pg";

/** A schema into which the rows of another are inserted. */
export interface BareServer {
  /** Inserts the rows of the next batches, each in a transaction of its own. */
  insert(batches: number): Promise<void>;
  close(): Promise<void>;
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Most parameters that one statement may have. */
const MAX_VALUES = 60_000;
const DURABLE = "begin; set local synchronous_commit to on";

/** Opens the target, a workspace that lacks rows of the model, and reads those. Both are URLs. */
export async function openBareServer(
  { model, target }: { readonly model: string; readonly target: string },
  batches: number,
): Promise<BareServer> {
  const plan = await planOf(model, target, batches);
  const client = new pg.Client(target);
  await client.connect();
  await client.query(`set search_path to ${schemaOf(target)}`);
  let next = 0;
  return {
    async insert(count) {
      for (const queries of plan.slice(next, next + count)) {
        await client.query(DURABLE);
        for (const { text, values } of queries) await client.query(text, [...values]);
        await client.query("commit");
      }
      next += count;
    },
    close: () => client.end(),
  };
}

async function planOf(model: string, target: string, batches: number) {
  const client = new pg.Client(model);
  await client.connect();
  const from = schemaOf(model);
  const into = schemaOf(target);
  const { rows: tables } = await client.query(
    "select tablename as name from pg_tables where schemaname = $1 order by tablename",
    [from],
  );
  const plan: Query[][] = Array.from({ length: batches }, () => []);
  for (const { name } of tables) {
    if (name === "ledger_streams" || name === "ledger_meta") continue;
    const found = await client.query({
      text: `select * from ${from}.${name} order by ctid
             offset (select count(*) from ${into}.${name})`,
      rowMode: "array",
    });
    const columns = found.fields.map((field) => field.name);
    for (const [batch, queries] of plan.entries()) {
      const rows = part(found.rows, batch, batches);
      queries.push(
        ...inserts(name, columns, rows),
        ...(name === "ledger_events" ? heads(rows) : []),
      );
    }
  }
  await client.end();
  return plan;
}

function part<Item>(items: readonly Item[], number: number, of: number): readonly Item[] {
  const at = (each: number) => Math.floor((items.length * each) / of);
  return items.slice(at(number), at(number + 1));
}

/** As few statements as a careful programmer would write. */
function inserts(table: string, columns: readonly string[], rows: readonly unknown[][]): Query[] {
  const size = Math.floor(MAX_VALUES / columns.length);
  const queries: Query[] = [];
  for (let at = 0; at < rows.length; at += size) {
    const some = rows.slice(at, at + size);
    let count = 0;
    const marks = some.map(() => `(${columns.map(() => `$${++count}`).join(", ")})`);
    const text = `insert into ${table} (${columns.join(", ")}) values ${marks.join(", ")}`;
    queries.push({ text, values: some.flat() });
  }
  return queries;
}

/** The ends of streams after some events; their columns are in the order of the table's. */
function heads(events: readonly unknown[][]): Query[] {
  const last = new Map(events.map((row) => [row[1], row]));
  if (last.size === 0) return [];
  let count = 0;
  const marks = [...last].map(() => `($${++count}, $${++count}, $${++count})`);
  const values = [...last.values()].flatMap((row) => [row[1], Number(row[2]) + 1, row[10]]);
  const text = `insert into ledger_streams (stream, events, hash) values ${marks.join(", ")}
    on conflict (stream) do update set events = excluded.events, hash = excluded.hash`;
  return [{ text, values }];
}

function schemaOf(url: string): string {
  return new URL(url).searchParams.get("schema") ?? "public";
}
