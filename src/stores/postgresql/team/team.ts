/** The rights of a team are those of the database: a group for each role, and logins as their members. */

import { HoldallError } from "../../../base/errors.ts";
import type { Store, Transaction } from "../../store.ts";
import { type Member, type Team, type TeamRole, teamRoles } from "../../team.ts";
import type { ServerAddress } from "../address.ts";
import {
  ACTORS,
  addMember,
  createTeam,
  DATABASE,
  EVENTS_BY_LOGIN,
  FIND_LOGIN,
  GRANT_ACTOR,
  KEEPERS,
  MEMBERS,
  quoteName,
  REVOKE_ACTORS,
  removeMember,
  type TeamGroups,
} from "./tables.ts";
import { addToken, listTokens, memberName, removeToken } from "./tokens.ts";

/** Who has opened a workspace, as the server says it. */
export interface Opened {
  readonly login: string;
  readonly owner_name: string;
  readonly is_team: boolean;
  readonly role: TeamRole;
  /** 0 where the login may not even see the tables. */
  readonly may_read: number;
  /** The role of the login, where it was opened with a lower one for agents. */
  readonly limitedFrom?: TeamRole;
}

/** Who has opened a workspace, with no more rights than a role has. */
export function limitRole(opened: Opened, role: TeamRole | undefined): Opened {
  if (role === undefined || !opened.is_team || !isAbove(opened.role, role)) return opened;
  return { ...opened, role, limitedFrom: opened.role };
}

/**
 * The group as which the transactions of a store act. What keepers create belongs to all of them, and a keeper can act with
 * fewer rights; others are in one group only.
 */
export function actingGroup(
  { role, limitedFrom = role }: Opened,
  groups: TeamGroups,
): string | null {
  return limitedFrom === "keeper" ? groups[role] : null;
}

/** The longest name that a server keeps whole, in bytes. */
const MAX_NAME_BYTES = 63;

/** The groups of a team, after the name of the one that owns the workspace. */
export function groupsOf(keeper: string): TeamGroups {
  const base = keeper.slice(0, keeper.lastIndexOf("-"));
  return { reader: `${base}-reader`, writer: `${base}-writer`, keeper };
}

/** The team of an opened workspace. */
export function teamOf(
  { schema, display }: ServerAddress,
  opened: Opened,
  transaction: Store["transaction"],
): Team {
  const groups = groupsOf(opened.owner_name);
  /** Only the creator of the group and its members, as themselves, may change who is a keeper. */
  const asThemselves = async (tx: Transaction, statement: string): Promise<void> => {
    await tx.run("set local role none");
    await tx.run(statement);
    await tx.run(`set local role ${quoteName(groups.keeper)}`);
  };
  const leave = async (tx: Transaction, login: string, role: TeamRole): Promise<void> => {
    const statement = removeMember(login, groups[role]);
    if (role === "keeper") await asThemselves(tx, statement);
    else await tx.run(statement);
  };
  return {
    async init() {
      if (opened.is_team) return false;
      await transaction("write", async (tx) => {
        const [found] = await tx.all<{ name: string; may_share_create: number }>(DATABASE);
        const { name = "", may_share_create = 0 } = found ?? {};
        const names = groupsOf(keeperGroup(name, schema));
        const mayShareCreate = may_share_create > 0;
        const create = { login: opened.login, database: name, mayShareCreate };
        for (const statement of createTeam(schema, names, create)) await tx.run(statement);
      });
      return true;
    },
    async grant({ login, role, actors }) {
      requireTeam(opened, display);
      await transaction("write", async (tx) => {
        await requireLogin(tx, login);
        const earlier = await roleOf(tx, groups, login);
        if (earlier !== null && earlier !== role) await leave(tx, login, earlier);
        const statement = addMember(login, groups[role], role === "keeper");
        if (role === "keeper") await asThemselves(tx, statement);
        else await tx.run(statement);
        await tx.run(REVOKE_ACTORS, [login]);
        for (const actor of actors) await tx.run(GRANT_ACTOR, [login, actor]);
      });
    },
    async revoke(login) {
      requireTeam(opened, display);
      return transaction("write", async (tx) => {
        const role = await roleOf(tx, groups, login);
        if (role === null) {
          throw new HoldallError("E_NOT_FOUND", `Cannot revoke: "${login}" is not in the team`, {
            cure: "list the members with `holdall team list`",
          });
        }
        await leave(tx, login, role);
        if ((await roleOf(tx, groups, login)) !== null) throw grantedByOther(login);
        await tx.run(REVOKE_ACTORS, [login]);
        return role;
      });
    },
    async members() {
      return opened.is_team ? transaction("read", (tx) => listMembers(tx, groups)) : [];
    },
    keepers: () => transaction("read", (tx) => listKeepers(tx, schema)),
    async addToken(token) {
      requireTeam(opened, display);
      await transaction("write", async (tx) => {
        if ((await roleOf(tx, groups, token.name)) !== null) throw memberName(token.name);
        await addToken(tx, groups, token);
      });
    },
    async removeToken(name) {
      requireTeam(opened, display);
      return transaction("write", (tx) => removeToken(tx, name));
    },
    async tokens() {
      return opened.is_team ? transaction("read", listTokens) : [];
    },
  };
}

async function listKeepers(tx: Transaction, schema: string): Promise<readonly string[]> {
  return (await tx.all<{ login: string }>(KEEPERS, [schema])).map(({ login }) => login);
}

function keeperGroup(database: string, schema: string): string {
  const name = `holdall-${database}-${schema}-keeper`;
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const cure = "use a schema with a shorter name, with ?schema=NAME in the URL";
  throw new HoldallError("E_USAGE", `Cannot name the groups of a team: "${name}" is too long`, {
    cure,
  });
}

function requireTeam({ is_team }: Opened, place: string): void {
  if (is_team) return;
  throw new HoldallError("E_NOT_FOUND", `Cannot change the team of "${place}": it has none`, {
    cure: "make the workspace a team's with `holdall team init`",
  });
}

async function requireLogin(tx: Transaction, login: string): Promise<void> {
  const [found] = await tx.all<{ is_super: number }>(FIND_LOGIN, [login]);
  if (found === undefined) {
    throw new HoldallError("E_NOT_FOUND", `Cannot grant: the server has no login "${login}"`, {
      cure: `create it in the database: CREATE ROLE "${login}" LOGIN PASSWORD '…'`,
    });
  }
  if (found.is_super === 0) return;
  throw new HoldallError("E_USAGE", `Cannot grant: "${login}" is a superuser`, {
    cure: "a superuser may do everything in any case; use a login of its own for each member",
  });
}

async function roleOf(
  tx: Transaction,
  groups: TeamGroups,
  login: string,
): Promise<TeamRole | null> {
  return (await rolesByLogin(tx, groups)).get(login) ?? null;
}

async function rolesByLogin(
  tx: Transaction,
  groups: TeamGroups,
): Promise<ReadonlyMap<string, TeamRole>> {
  const names = Object.values(groups);
  const rows = await tx.all<{ login: string; team_group: string }>(MEMBERS, [...names, ...names]);
  const found = new Map<string, TeamRole>();
  for (const { login, team_group } of rows) {
    const role = teamRoles.find((each) => groups[each] === team_group);
    if (role !== undefined && isAbove(role, found.get(login))) found.set(login, role);
  }
  return found;
}

/** A keeper is in the groups of the other roles, too. */
function isAbove(role: TeamRole, other: TeamRole | undefined): boolean {
  return other === undefined || teamRoles.indexOf(role) > teamRoles.indexOf(other);
}

async function listMembers(tx: Transaction, groups: TeamGroups): Promise<readonly Member[]> {
  const roles = await rolesByLogin(tx, groups);
  const actors = await tx.all<{ login: string; actor: string }>(ACTORS);
  const counts = await tx.all<{ login: string; events: number; last_at: string }>(EVENTS_BY_LOGIN);
  const byLogin = new Map(counts.map((count) => [count.login, count]));
  return [...roles].map(([login, role]) => {
    const { events = 0, last_at = null } = byLogin.get(login) ?? {};
    const own = actors.filter((each) => each.login === login).map(({ actor }) => actor);
    return { login, role, actors: own, events, last_at };
  });
}

function grantedByOther(login: string): HoldallError {
  return new HoldallError(
    "E_RIGHTS",
    `Cannot revoke: "${login}" was granted the role by another keeper`,
    {
      cure: "let the one who did, or a superuser, revoke it",
    },
  );
}
