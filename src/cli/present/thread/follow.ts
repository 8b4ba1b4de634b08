import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Frame {
  readonly seq: number;
  readonly type: string;
  readonly timestamp_ms: number;
  readonly actor_id?: string;
  readonly content?: string;
  readonly reason?: unknown;
  readonly run_session_id?: string;
}

export default function present(): string[] {
  return [];
}

/** One event as it comes. */
export function piece(frame: Frame, terminal: Terminal): string[] {
  const time = new Date(frame.timestamp_ms).toISOString().slice(11, 19);
  const name = frame.type.replace(/^continuity_/, "");
  const said = frame.content ?? (typeof frame.reason === "string" ? frame.reason : "");
  const who = frame.actor_id === undefined ? "" : ` ${frame.actor_id}`;
  const run = frame.run_session_id === undefined ? "" : ` run ${frame.run_session_id}`;
  const line = `${said.replaceAll(/\s+/g, " ")}${run}`.trim();
  const head = `#${frame.seq} ${time} ${name}${who}`;
  return [`${terminal.style("dim", excerpt(head, 120))}  ${excerpt(line, terminal.width)}`];
}
