import { collapseSpace } from "../../../base/text/one-line.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { PiecePresenter, Presenter } from "../presenter.ts";

// Everything was printed as pieces.
const present: Presenter<"thread follow"> = () => [];

export default present;

/** One event on one line; texts are cut to the width. */
export const piece: PiecePresenter<"thread follow"> = (frame, terminal) => {
  const time = new Date(frame.timestamp_ms).toISOString().slice(11, 19);
  const name = frame.type.replace(/^continuity_/, "");
  const said = frame.content ?? (typeof frame.reason === "string" ? frame.reason : "");
  const who = frame.actor_id === undefined ? "" : ` ${frame.actor_id}`;
  const run = frame.run_session_id === undefined ? "" : ` run ${frame.run_session_id}`;
  const line = `${collapseSpace(said)}${run}`.trim();
  const head = `#${frame.seq} ${time} ${name}${who}`;
  return [`${terminal.style("dim", excerpt(head, 120))}  ${excerpt(line, terminal.width)}`];
};
