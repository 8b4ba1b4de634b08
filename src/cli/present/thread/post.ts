import { printableLine } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread post"> = ({ message_id, seq, refs }, terminal) => {
  const named = refs.map((ref) => printableLine("path" in ref ? ref.path : ref.artifact_id));
  const names = named.length === 0 ? "" : `, refers to ${named.join(", ")}`;
  return [`${terminal.style("green", "Posted")} message ${message_id} (#${seq}${names})`];
};

export default present;
