import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

type SessionFile = NonNullable<Shown<"inspect">["session"]>;

/** What a session file is, in a few words; an absent one is nothing that we know. */
export function kindOf(session: SessionFile | undefined): string {
  if (session === undefined) return "unknown format";
  const { kind, agent, version } = session;
  if (kind === "log") return "log with threads";
  const what = kind === "session" ? "session" : "trajectory (ATIF)";
  return printable(`${what} of ${agent ?? "an unknown agent"} ${version ?? ""}`.trim());
}

/** The facts of a session that it has. */
export function sessionRows(session: SessionFile): (readonly [string, string])[] {
  const { id, model, cwd, started_at, messages } = session;
  const rows = [
    ["id", id],
    ["started", started_at],
    ["model", model],
    ["folder", cwd],
    ["messages", messages === null ? null : formatNumber(messages)],
    ["records", recordsText(session) || null],
  ] as const;
  return rows.flatMap(([label, value]) =>
    value === null ? [] : [[label, printable(value)] as const],
  );
}

/** What became of the records of a session; empty where they are not counted. */
export function recordsText({ records }: SessionFile): string {
  if (records === null) return "";
  const { all, transcript, opaque, lost } = records;
  const parts = [`${formatNumber(transcript)} of the conversation`];
  if (opaque > 0) parts.push(`${formatNumber(opaque)} of other kinds`);
  if (lost > 0) parts.push(`${formatNumber(lost)} unreadable`);
  return `${formatCount(all, "record")}: ${parts.join(", ")}`;
}

/** What can be done with a session. */
export function useLines({ commands }: SessionFile, terminal: Terminal): string[] {
  const rows = commands.map(({ does, command }) => [printable(command), does] as const);
  return ["", terminal.style("bold", "What you can do with it"), ...columns(rows, terminal)];
}
