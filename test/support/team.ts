import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";

/** Logins of a database server for one test file, which are removed after it. */
export interface Logins {
  /** A new login with a name of its own that begins as asked. It may create roles where it leads a team. */
  create(name: string, isLead?: boolean): Promise<string>;
  /** The address of a workspace as a login opens it. */
  as(login: string, place: string): string;
  /** Runs a statement as a login, past all of our code. */
  query(login: string, place: string, sql: string): Promise<readonly Record<string, unknown>[]>;
}

const PASSWORD = "tides";

/** Logins on the server of a workspace's address, which must be a superuser's. */
export async function createLogins(owner: string): Promise<Logins> {
  const logins: string[] = [];
  const admin = new pg.Client(serverOf(owner));
  await admin.connect();
  after(async () => {
    const { rows } = await admin.query("select current_database() as name");
    const { rows: groups } = await admin.query(
      "select rolname from pg_roles where starts_with(rolname, $1)",
      [`holdall-${rows[0]?.name}-`],
    );
    const names = [...groups.map(({ rolname }) => String(rolname)), ...logins];
    for (const name of names) await admin.query(`drop owned by "${name}" cascade`);
    for (const name of names) await admin.query(`drop role "${name}"`);
    await admin.end();
  });
  const as = (login: string, place: string) => {
    const url = new URL(place);
    url.username = login;
    url.password = PASSWORD;
    return url.href;
  };
  return {
    as,
    async create(begin, isLead = false) {
      const login = `${begin}_${randomBytes(4).toString("hex")}`;
      logins.push(login);
      await admin.query(
        `create role ${login} login password '${PASSWORD}' ${isLead ? "createrole" : ""}`,
      );
      const { rows } = await admin.query("select current_database() as name");
      if (isLead)
        await admin.query(
          `grant create on database "${rows[0]?.name}" to ${login} with grant option`,
        );
      return login;
    },
    async query(login, place, sql) {
      const client = new pg.Client(serverOf(as(login, place)));
      await client.connect();
      try {
        const schema = new URL(place).searchParams.get("schema");
        await client.query(`set search_path to ${schema}`);
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

function serverOf(place: string): string {
  const url = new URL(place);
  url.searchParams.delete("schema");
  return url.href;
}
