import { formatBytes, formatCount } from "../../../base/format-count.ts";
import { truncateEnd } from "../../../base/one-line.ts";
import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { ageOf } from "../age.ts";
import { factLines } from "../fact-lines.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"sessions">;
type Session = Output["sessions"][number];

const present: Presenter<"sessions"> = (output, terminal) => {
  const { folder, found, elsewhere, sessions } = output;
  if (sessions.length === 0) {
    const more = elsewhere > 0 ? `; ${elsewhere} elsewhere, see \`holdall sessions --all\`` : "";
    const where = folder === null ? "on this machine" : "in this folder";
    const found = `No session of a known agent ${where}${more}.`;
    return elsewhere > 0 ? [found] : [found, "`holdall doctor` shows which agents are looked for."];
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
  const number =
    folder === null || session.number === null ? "" : String(session.number).padStart(3);
  const head = `${number === "" ? "" : `${number}  `}${session.agent.padEnd(9)}${age.padStart(5)}  `;
  const title = printable(session.fault ?? session.title ?? "(no title)");
  const messages = session.messages === null ? "" : formatCount(session.messages, "message");
  const branch = session.branch === null ? "" : `on ${session.branch}`;
  const tokens = session.tokens === null ? "" : `context ${tokensOf(session.tokens)} tokens`;
  const where = folder === null && session.cwd !== null ? terminal.path(session.cwd) : "";
  const state = session.archived ? "archived" : session.handed_over ? "handed over" : "";
  const size = formatBytes(session.bytes);
  const facts = [session.id, state, session.model, messages, tokens, size, where, branch];
  const indent = " ".repeat(head.length);
  return [
    head + terminal.style("bold", truncateEnd(title, terminal.width - head.length)),
    ...factLines(facts, terminal.width - head.length).map(
      (line) => indent + terminal.style("dim", line),
    ),
  ];
}

function tokensOf(count: number): string {
  return count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
}
