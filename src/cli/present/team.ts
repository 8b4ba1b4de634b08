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

const presentList: Presenter<"team list"> = ({ location, login, members }, terminal) => {
  if (members.length === 0) {
    return [
      `No team shares ${printable(location)}`,
      "A team shares a PostgreSQL database: holdall team init --store postgresql://USER@HOST/DATABASE",
    ];
  }
  const width = Math.max(...members.map((member) => printable(member.login).length));
  return members.map((member) => {
    const name = printable(member.login).padEnd(width);
    const you = member.login === login ? "  (you)" : "";
    const last = member.last_at === null ? "" : `, last ${formatMinute(member.last_at)}`;
    const also =
      member.actors.length === 0 ? "" : `  also as ${member.actors.map(printable).join(", ")}`;
    return `${terminal.style("bold", name)}  ${member.role.padEnd(6)}  ${formatCount(member.events, "event")}${last}${also}${you}`;
  });
};

/** How the results of these operations are shown. */
export default {
  "team init": presentInit,
  "team grant": presentGrant,
  "team revoke": presentRevoke,
  "team list": presentList,
} satisfies Presenters<"team">;
