/** The statements for the rights of a team. Names that come from outside are quoted by `quoteName` or are parameters. */

/** The groups of a team, by what their members may do. Groups belong to the server, so that they name the database. */
export interface TeamGroups {
  readonly reader: string;
  readonly writer: string;
  readonly keeper: string;
}

/** The column that the server fills with the login of who appends an event; nobody else can. */
const LOGIN_COLUMN = "login";

/** A name inside a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Who has opened a workspace: the login; the owner of the schema; whether a team shares it; and what the login may do.
 * No row where there is no workspace.
 */
export const OPENED_BY = `
  select session_user::text as login, pg_get_userbyid(n.nspowner)::text as owner_name,
    exists (select 1 from pg_tables where schemaname = n.nspname and tablename = 'team_actors') as is_team,
    case when pg_has_role(session_user, n.nspowner, 'member') then 'keeper'
      when exists (select 1 from pg_class c where c.relnamespace = n.oid and c.relname = 'ledger_leases'
        and has_table_privilege(session_user, c.oid, 'insert')) then 'writer'
      else 'reader' end as role,
    has_schema_privilege(session_user, n.oid, 'usage')::int as may_read
  from pg_namespace n join pg_tables t on t.schemaname = n.nspname and t.tablename = 'ledger_artifacts'
  where n.nspname = ?`;

/** The logins who may give rights: the owner of the schema, or the members of the group that owns it. */
export const KEEPERS = `
  select coalesce(m.rolname, o.rolname)::text as login
  from pg_namespace n join pg_roles o on o.oid = n.nspowner
  left join pg_auth_members a on a.roleid = o.oid and not o.rolcanlogin
  left join pg_roles m on m.oid = a.member
  where n.nspname = ? group by 1 order by 1`;

/** Whether a login exists, and whether it has all rights on the server anyway. */
export const FIND_LOGIN =
  "select rolsuper::int as is_super from pg_roles where rolname = ? and rolcanlogin";

/** The database, and whether the present login may let others create schemas in it, as a copy before an update does. */
export const DATABASE = `
  select current_database()::text as name,
    has_database_privilege(current_database(), 'create with grant option')::int as may_share_create`;

/** Every member of the groups, with its groups. Who created a group may also change it without having its rights. */
export const MEMBERS = `
  select m.rolname::text as login, g.rolname::text as team_group from pg_auth_members a
  join pg_roles g on g.oid = a.roleid join pg_roles m on m.oid = a.member
  where g.rolname in (?, ?, ?) and m.rolname not in (?, ?, ?)
    and pg_has_role(m.oid, g.oid, 'usage') group by 1, 2 order by 1`;

/** How many events each login has appended, and when the last one. */
export const EVENTS_BY_LOGIN =
  "select login, count(*)::bigint as events, max(at) as last_at from ledger_events where login is not null group by login";

/** Every actor that was granted to a login. */
export const ACTORS = "select login, actor from team_actors order by login, actor";

/** Grants a login an actor. */
export const GRANT_ACTOR = "insert into team_actors (login, actor) values (?, ?)";

/** Takes all actors away from a login. */
export const REVOKE_ACTORS = "delete from team_actors where login = ?";

/**
 * The tokens of agents, which keepers alone change. It is created with the first token, so that it is not there in every
 * team. Default privileges would let writers change it.
 */
export const createTokens = ({ writer }: TeamGroups): readonly string[] => [
  `create table if not exists team_tokens (name text primary key, sha256 text not null unique, role text not null,
     actors text not null, created_by text not null default session_user, created_at text not null, expires_at text)`,
  `revoke insert, update, delete on team_tokens from ${quoteName(writer)}`,
];

/** The name of the table of tokens. */
export const TOKENS = "team_tokens";

/** Adds a token, in place of an earlier one of the same name. */
export const ADD_TOKEN = `
  insert into team_tokens (name, sha256, role, actors, created_at, expires_at) values (?, ?, ?, ?, ?, ?)
  on conflict (name) do update set sha256 = excluded.sha256, role = excluded.role, actors = excluded.actors,
    created_by = excluded.created_by, created_at = excluded.created_at, expires_at = excluded.expires_at`;

/** Removes a token. */
export const REMOVE_TOKEN = "delete from team_tokens where name = ?";

/** Every token. */
export const LIST_TOKENS =
  "select name, sha256, role, actors, created_by, created_at, expires_at from team_tokens order by name";

/**
 * What a team adds to the tables of the ledger: who appended, and the check that nobody writes as somebody else. It names
 * the schema: a temporary table of the caller would hide the real one from a bare name.
 */
export const teamAdditions = (schema: string, { keeper }: TeamGroups): readonly string[] => [
  `alter table ledger_events add column ${LOGIN_COLUMN} text`,
  // Set afterwards: earlier events were appended by nobody knows whom.
  `alter table ledger_events alter column ${LOGIN_COLUMN} set default session_user`,
  `create or replace function team_check_actor() returns trigger language plpgsql set search_path from current as $$
     declare acting text := new.actor::json ->> 'id';
     begin
       if acting is null or acting = session_user or starts_with(acting, session_user || ':')
         or pg_has_role(session_user, ${quoteText(keeper)}, 'member')
         or exists (select 1 from ${schema}.team_actors where login = session_user and actor = acting)
       then return new; end if;
       raise exception using errcode = '${ACTOR_REFUSED}', message = acting;
     end $$`,
  "create trigger team_check_actor before insert on ledger_events for each row execute function team_check_actor()",
];

/** The SQLSTATE with which the server refuses another actor; its message is the actor. */
export const ACTOR_REFUSED = "HA001";

/** Makes a workspace a team's, whose tables the keepers own together. */
export function createTeam(
  schema: string,
  groups: TeamGroups,
  {
    login,
    database,
    mayShareCreate,
  }: {
    readonly login: string;
    readonly database: string;
    readonly mayShareCreate: boolean;
  },
): readonly string[] {
  const [reader, writer, keeper] = [groups.reader, groups.writer, groups.keeper].map(quoteName);
  return [
    ...Object.values(groups).map((group) => `create role ${quoteName(group)} nologin`),
    `grant ${keeper} to ${quoteName(login)}`,
    `grant ${reader}, ${writer} to ${keeper} with admin option`,
    ...(mayShareCreate ? [`grant create on database ${quoteName(database)} to ${keeper}`] : []),
    "create table team_actors (login text not null, actor text not null, primary key (login, actor))",
    ...teamAdditions(schema, groups),
    `alter schema ${schema} owner to ${keeper}`,
    `do $$ declare each record; begin
       for each in select format('alter table %I.%I owner to %I', schemaname, tablename, ${quoteText(groups.keeper)}) as change
         from pg_tables where schemaname = '${schema}' union all
         select format('alter function %s owner to %I', oid::regprocedure, ${quoteText(groups.keeper)})
         from pg_proc where pronamespace = '${schema}'::regnamespace
       loop execute each.change; end loop; end $$`,
    `set local role ${keeper}`,
    ...grantRights(schema, groups),
  ];
}

/**
 * What readers and writers may do, now and with tables that a later version creates. Nobody but a keeper changes or
 * removes an event or a text; derived tables follow the events, so that a writer changes them.
 */
function grantRights(schema: string, groups: TeamGroups): readonly string[] {
  const [reader, writer] = [groups.reader, groups.writer].map(quoteName);
  const all = `on all tables in schema ${schema}`;
  const later = `alter default privileges in schema ${schema} grant`;
  return [
    `grant usage on schema ${schema} to ${reader}, ${writer}`,
    `grant select ${all} to ${reader}, ${writer}`,
    `grant insert, update, delete ${all} to ${writer}`,
    `${later} select on tables to ${reader}, ${writer}`,
    `${later} insert, update, delete on tables to ${writer}`,
    `revoke insert, update, delete on ledger_events, ledger_texts, ledger_artifacts, ledger_meta, team_actors from ${writer}`,
    `grant insert on ledger_texts, ledger_artifacts to ${writer}`,
    `grant insert (pos, stream, seq, id, at, type, actor, body, raw, prev, hash, chain) on ledger_events to ${writer}`,
    // Storing what is stored already renews its time, which keeps it from a collection.
    `grant update (stored_at) on ledger_artifacts to ${writer}`,
  ];
}

/** Makes a login a member of a group. A keeper may make others keepers. */
export function addMember(login: string, group: string, isKeeper: boolean): string {
  return `grant ${quoteName(group)} to ${quoteName(login)}${isKeeper ? " with admin option" : ""}`;
}

/** Takes a login out of a group. */
export function removeMember(login: string, group: string): string {
  return `revoke ${quoteName(group)} from ${quoteName(login)}`;
}
