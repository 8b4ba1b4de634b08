import type { Presenter } from "../presenter.ts";

const present: Presenter<"star"> = ({ agent, session_id, starred, changed }, { style }) => {
  const session = `${style("bold", agent)} ${session_id}`;
  if (!changed) return [`${session} ${starred ? "has a star already" : "has no star"}`];
  return starred
    ? [`Starred ${session}`, "To see all with a star: holdall sessions --starred --all"]
    : [`Removed the star of ${session}`];
};

export default present;
