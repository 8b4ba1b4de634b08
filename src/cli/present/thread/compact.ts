import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { checkpointLine } from "./checkpoint.ts";

const present: Presenter<"thread compact"> = (output, terminal) =>
  compactionLines(output, output.status, terminal);

export default present;

type Compacted = Pick<Shown<"thread compact">, "planned" | "created" | "error">;
type Status = Shown<"thread compact">["status"] | Shown<"thread schedule">["decision"];

/** What a compaction came to, in lines. */
export function compactionLines(
  { planned, created, error }: Compacted,
  status: Status,
  terminal: Terminal,
): string[] {
  const due = planned.map(
    (cut) => `  up to message ${cut.target_message_ordinal} (#${cut.to_seq})`,
  );
  switch (status) {
    case "noop":
    case "dry_run":
      if (planned.length === 0) return ["Nothing to compact: no checkpoint is due"];
      return [`Would create ${formatCount(planned.length, "checkpoint")}:`, ...due];
    case "scheduled":
      return ["Scheduled a job for:", ...due];
    case "skipped_inflight":
      return ["Skipped because another job is running. Due are:", ...due];
    case "completed":
    case "failed": {
      const count = formatCount(created.length, "checkpoint");
      const verdict =
        status === "completed"
          ? `${terminal.style("green", "Created")} ${count}:`
          : `${terminal.style("red", "Failed")} after ${count}: ${printable(error ?? "")}`;
      return [verdict, ...created.map((each) => `  ${checkpointLine(each)}`)];
    }
    default:
      return status satisfies never;
  }
}
