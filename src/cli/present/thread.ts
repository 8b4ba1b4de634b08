import { asText, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { collapseSpace } from "../../base/text/one-line.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import { columns, type Terminal } from "../terminal.ts";
import type { PiecePresenter, PiecePresenters, Presenter, Presenters, Shown } from "./presenter.ts";
import presentCompile from "./thread/compile.ts";
import presentList from "./thread/list.ts";
import presentNew from "./thread/new.ts";
import presentPost from "./thread/post.ts";
import presentShow from "./thread/show.ts";

const presentArchive: Presenter<"thread archive"> = (output, terminal) => {
  const { thread_id, archived, changed } = output;
  if (!changed) return [`Thread ${thread_id} is ${archived ? "already archived" : "not archived"}`];
  return [`${terminal.style("green", archived ? "Archived" : "Restored")} thread ${thread_id}`];
};

const presentBranch: Presenter<"thread branch"> = (output, terminal) => {
  const from = `${output.parent_thread_id} up to #${output.parent_seq}`;
  return [
    `${terminal.style("green", "Created")} thread ${output.thread_id}, which inherits ${from}`,
  ];
};

type Created = Shown<"thread compact" | "thread schedule">["created"][number];

const presentCheckpoint: Presenter<"thread checkpoint"> = (output, terminal) => {
  return [`${terminal.style("green", "Created")} ${checkpointLine(output)}`];
};

/** A checkpoint in one line. */
function checkpointLine({
  checkpoint_id,
  summary_artifact_id,
  to_seq,
}: Shown<"thread checkpoint"> | Created): string {
  return `checkpoint ${checkpoint_id} up to #${to_seq}, summary ${summary_artifact_id}`;
}

const presentCompact: Presenter<"thread compact"> = (output, terminal) =>
  compactionLines(output, output.status, terminal);

type Compacted = Pick<Shown<"thread compact">, "planned" | "created" | "error">;
type Status = Shown<"thread compact">["status"] | Shown<"thread schedule">["decision"];

/** What a compaction came to, in lines. */
function compactionLines(
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

const presentCompactionStatus: Presenter<"thread compaction-status"> = (output, terminal) => {
  const { latest_checkpoint: latest, next_cut_point: next, last_job_outcome: outcome } = output;
  const decision = output.last_schedule_decision?.decision;
  const error = outcome?.error === undefined ? "" : `: ${asText(outcome.error)}`;
  const rows: readonly (readonly [string, string])[] = [
    ["messages", String(output.message_count)],
    ["latest checkpoint", latest ? `${latest.checkpoint_id} up to #${latest.to_seq}` : "none"],
    ["due", next ? `message ${next.target_message_ordinal}` : "nothing"],
    ["open job", output.inflight_job_id ?? "none"],
    ["last decision", decision === undefined ? "none" : asText(decision)],
    ["last job", outcome ? `${asText(outcome.status ?? "")}${error}` : "none"],
  ];
  return columns(
    rows.map(([label, text]) => [label, printable(text)] as const),
    terminal,
  );
};

const presentCursorRotate: Presenter<"thread cursor rotate"> = ({ cursor }, terminal) => {
  if (cursor === null) return ["No matching cursor; nothing was changed"];
  return [`${terminal.style("green", "Invalidated")} ${cursorLine(cursor)}`];
};

type Cursor = Shown<"thread cursor status">["cursors"][number];

const presentCursorStatus: Presenter<"thread cursor status"> = ({ cursors }) => {
  return cursors.length === 0
    ? ["No provider remembers a conversation of this thread"]
    : cursors.map(cursorLine);
};

/** A cursor in one line. */
function cursorLine({ seq, provider, endpoint, model, cursor, action }: Cursor): string {
  const key = [provider, endpoint, model].filter((part) => part !== null).join(" ");
  return printable(`#${seq} ${key}: ${action} ${cursor === null ? "" : JSON.stringify(cursor)}`);
}

const presentCutPoints: Presenter<"thread cut-points"> = (output, terminal) => {
  const { message_count, stride_messages, cut_points } = output;
  if (cut_points.length === 0) {
    return [
      `No cut points: the thread has ${formatCount(message_count, "message")}, and a summary is possible after every ${formatNumber(stride_messages)} (--stride)`,
    ];
  }
  return cut_points.map((point) => {
    const checkpoint =
      point.latest_checkpoint_id === null
        ? terminal.style("yellow", "no checkpoint")
        : `checkpoint ${point.latest_checkpoint_id}`;
    return `message ${point.target_message_ordinal}, #${point.to_seq} ${point.to_message_id}  ${checkpoint}`;
  });
};

const presentEnsure: Presenter<"thread ensure"> = ({ thread_id, created }, terminal) => {
  if (!created) return [`Default thread ${thread_id}`];
  return [`${terminal.style("green", "Created")} default thread ${thread_id}`];
};

// Everything was printed as pieces.
const presentFollow: Presenter<"thread follow"> = () => [];

/** One event on one line; texts are cut to the width. */
const followPiece: PiecePresenter<"thread follow"> = (frame, terminal) => {
  const time = new Date(frame.timestamp_ms).toISOString().slice(11, 19);
  const name = frame.type.replace(/^continuity_/, "");
  const content = frame.content ?? (typeof frame.reason === "string" ? frame.reason : "");
  const who = frame.actor_id === undefined ? "" : ` ${frame.actor_id}`;
  const run = frame.run_session_id === undefined ? "" : ` run ${frame.run_session_id}`;
  const line = `${collapseSpace(content)}${run}`.trim();
  const head = `#${frame.seq} ${time} ${name}${who}`;
  return [`${terminal.style("dim", excerpt(head, 120))}  ${excerpt(line, terminal.width)}`];
};

const presentHandoff: Presenter<"thread handoff"> = (output, terminal) => {
  return [
    `${terminal.style("green", "Created")} thread ${output.thread_id} from a summary of ${output.from_thread_id} up to #${output.from_seq}`,
    `  Summary: artifact ${output.summary_artifact_id}`,
  ];
};

const presentRunAppend: Presenter<"thread run append"> = ({ run_session_id, frames }, terminal) => {
  return [
    `${terminal.style("green", "Recorded")} ${formatCount(frames, "frame")} of run ${run_session_id}`,
  ];
};

const presentRunBegin: Presenter<"thread run begin"> = (output, terminal) => {
  const { run_session_id, message_id, lease_ms } = output;
  return [
    `${terminal.style("green", "Started")} run ${run_session_id} for message ${message_id}`,
    `  Report with \`holdall thread run append\` at least every ${lease_ms / 1000} s, or the run is ended as interrupted`,
  ];
};

const presentRunEnd: Presenter<"thread run end"> = ({ run_session_id, reason }, terminal) => {
  return [`${terminal.style("green", "Ended")} run ${run_session_id}: ${printable(reason)}`];
};

const presentSchedule: Presenter<"thread schedule"> = (output, terminal) =>
  compactionLines(output, output.decision, terminal);

const presentSelections: Presenter<"thread selections"> = ({ decisions }) => {
  if (decisions.length === 0) return ["No compile has been recorded"];
  return decisions.flatMap(({ seq, compiler_strategy, message_id, ...decision }) => {
    const cause = asText(keyOf(decision.reason, "cause") ?? "");
    const left = keyOf(decision.omitted, "messages");
    const head = `#${seq} ${asText(compiler_strategy)} (${cause}) for ${asText(message_id)}`;
    return [
      printable(left === undefined ? head : `${head}, ${asText(left)} messages left out`),
      ...[decision.resets].flat().filter(isObject).map(resetLine),
    ];
  });
};

/** Decisions of imported logs may have any shape, so each key is read defensively. */
function keyOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

function resetLine({ input, action, reason }: JsonObject): string {
  return printable(`    ${asText(input)} ${asText(action)}: ${asText(reason)}`);
}

/** How the results of these operations are shown. */
export default {
  "thread new": presentNew,
  "thread ensure": presentEnsure,
  "thread list": presentList,
  "thread show": presentShow,
  "thread post": presentPost,
  "thread branch": presentBranch,
  "thread handoff": presentHandoff,
  "thread follow": presentFollow,
  "thread archive": presentArchive,
  "thread run begin": presentRunBegin,
  "thread run append": presentRunAppend,
  "thread run end": presentRunEnd,
  "thread compile": presentCompile,
  "thread cut-points": presentCutPoints,
  "thread checkpoint": presentCheckpoint,
  "thread compact": presentCompact,
  "thread schedule": presentSchedule,
  "thread compaction-status": presentCompactionStatus,
  "thread cursor status": presentCursorStatus,
  "thread cursor rotate": presentCursorRotate,
  "thread selections": presentSelections,
} satisfies Presenters<"thread">;

/** How the pieces of these operations are shown. */
export const pieces = {
  "thread follow": followPiece,
} satisfies PiecePresenters<"thread">;
