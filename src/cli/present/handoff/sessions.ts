import { formatBytes } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"sessions">;
type Session = Output["sessions"][number];

const present: Presenter<"sessions"> = (output, terminal) => {
  const { folder, found, elsewhere, sessions } = output;
  if (sessions.length === 0) {
    const more = elsewhere > 0 ? `; ${elsewhere} elsewhere, see \`holdall sessions --all\`` : "";
    const where = folder === null ? "on this machine" : "in this folder";
    return [`No session of a known agent ${where}${more}.`];
  }
  const hidden = found - sessions.length;
  return [
    ...sessions.flatMap((session) => sessionLines(session, output, terminal)),
    ...(hidden > 0 ? [`and ${hidden} more; see --limit`] : []),
    ...(folder !== null && elsewhere > 0 ? [`${elsewhere} in other folders; see --all`] : []),
  ];
};

export default present;

function sessionLines(session: Session, { now, folder }: Output, terminal: Terminal): string[] {
  const age = ageOf(Date.parse(now) - Date.parse(session.modified_at));
  const head = `${session.agent.padEnd(9)}${age.padStart(5)}  `;
  const title = printable(session.fault ?? session.title ?? "(no title)");
  const tokens = session.tokens === null ? "" : `${tokensOf(session.tokens)} tokens`;
  const where = folder === null && session.cwd !== null ? terminal.path(session.cwd) : "";
  const state = session.archived ? "archived" : session.handed_over ? "handed over" : "";
  const facts = [session.id, state, session.model, formatBytes(session.bytes), tokens, where];
  const details = facts.filter((fact) => fact !== null && fact !== "").join(" · ");
  return [
    head + terminal.style("bold", title.slice(0, terminal.width - head.length)),
    " ".repeat(head.length) + terminal.style("dim", printable(details)),
  ];
}

function ageOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return `${minutes}min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}h`;
  return `${Math.floor(minutes / 60 / 24)}d`;
}

function tokensOf(count: number): string {
  return count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
}
