import { formatCount } from "../../base/text/format-count.ts";
import { formatMinute } from "../../base/text/format-minute.ts";
import { printable } from "../../base/text/text.ts";
import type { Presenter, Presenters } from "./presenter.ts";

const presentInit: Presenter<"team init"> = ({ location, created }, terminal) => [
  created
    ? `${terminal.style("green", "Shared")} ${printable(location)}; you are its keeper`
    : `A team shares ${printable(location)} already`,
  "To let somebody in: holdall team grant LOGIN reader|writer|keeper",
];

const presentGrant: Presenter<"team grant"> = ({ location, login, role, actors }, terminal) => {
  const also = actors.length === 0 ? "" : ` and may write as ${actors.map(printable).join(", ")}`;
  return [
    `${terminal.style("green", "Granted")} ${printable(login)} is a ${role} of ${printable(location)}${also}`,
  ];
};

const presentRevoke: Presenter<"team revoke"> = ({ location, login, role }, terminal) => [
  `${terminal.style("green", "Revoked")} ${printable(login)} is no longer a ${role} of ${printable(location)}`,
];

const presentToken: Presenter<"team token create"> = (created, terminal) => {
  const { location, name, role, actors, expires_at, token } = created;
  const also = actors.length === 0 ? "" : ` and may write as ${actors.map(printable).join(", ")}`;
  const end = expires_at === null ? "" : `, until ${dayOf(expires_at)}`;
  return [
    `${terminal.style("green", "Created")} a token: ${printable(name)} is a ${role} at servers of ${printable(location)}${also}${end}`,
    token,
    "It is shown once. The agent sends it as: Authorization: Bearer TOKEN",
  ];
};

const presentRevokeToken: Presenter<"team token revoke"> = ({ location, name }, terminal) => [
  `${terminal.style("green", "Revoked")} the token of ${printable(name)} at servers of ${printable(location)}`,
];

const presentList: Presenter<"team list"> = ({ location, login, members, agents }, terminal) => {
  if (members.length === 0) {
    return [
      `No team shares ${printable(location)}`,
      "A team shares a PostgreSQL database: holdall team init --store postgresql://USER@HOST/DATABASE",
    ];
  }
  const names = [...members.map((member) => member.login), ...agents.map((agent) => agent.name)];
  const width = Math.max(...names.map((name) => printable(name).length));
  const logins = members.map((member) => {
    const name = printable(member.login).padEnd(width);
    const you = member.login === login ? "  (you)" : "";
    const last = member.last_at === null ? "" : `, last ${formatMinute(member.last_at)}`;
    const also =
      member.actors.length === 0 ? "" : `  also as ${member.actors.map(printable).join(", ")}`;
    return `${terminal.style("bold", name)}  ${member.role.padEnd(6)}  ${formatCount(member.events, "event")}${last}${also}${you}`;
  });
  if (agents.length === 0) return logins;
  const tokens = agents.map(({ name, role, actors, created_by, created_at, expires_at }) => {
    const shown = terminal.style("bold", printable(name).padEnd(width));
    const end = expires_at === null ? "" : `, until ${dayOf(expires_at)}`;
    const also = actors.length === 0 ? "" : `  also as ${actors.map(printable).join(", ")}`;
    return `${shown}  ${role.padEnd(6)}  token of ${dayOf(created_at)} by ${printable(created_by)}${end}${also}`;
  });
  return [...logins, "Agents with a token:", ...tokens];
};

function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** How the results of these operations are shown. */
export default {
  "team init": presentInit,
  "team grant": presentGrant,
  "team revoke": presentRevoke,
  "team list": presentList,
  "team token create": presentToken,
  "team token revoke": presentRevokeToken,
} satisfies Presenters<"team">;
