import type { Presenter, Shown } from "../presenter.ts";

type Created = Shown<"thread compact" | "thread schedule">["created"][number];

const present: Presenter<"thread checkpoint"> = (output, terminal) => {
  return [`${terminal.style("green", "Created")} ${checkpointLine(output)}`];
};

export default present;

/** A checkpoint in one line. */
export function checkpointLine({
  checkpoint_id,
  summary_artifact_id,
  to_seq,
}: Shown<"thread checkpoint"> | Created): string {
  return `checkpoint ${checkpoint_id} up to #${to_seq}, summary ${summary_artifact_id}`;
}
