import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { FactList } from "../../../web/components/fact-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatMilliseconds, shortId } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { type Selections, type ThreadDetail, threadTitle } from "./thread-data.ts";

const FIRST_TURNS = 10;

/** One thread: where it comes from, how far it is summarised, its newest turns and runs. */
export default function Thread({ params, search }: ScreenProps) {
  const id = params.id ?? "";
  const limit = Math.min(1000, Math.max(FIRST_TURNS, Number(search.get("turns")) || FIRST_TURNS));
  const thread = useCall({ operation: "thread show", input: { id, limit } });
  const title = thread.value === null ? undefined : threadTitle(thread.value);
  useHead({ title, command: `holdall thread show ${id}` });
  const isImported = id.includes("/");
  return (
    <Answered answer={thread} what="Reading the thread">
      {(value) => (
        <>
          <FactList facts={factsOf(value)} />
          <p class="links">
            {value.parent !== null && (
              <a href={`/threads/${encodeURIComponent(value.parent.thread_id)}`}>
                Go to the thread that it comes from
              </a>
            )}
            <a href={`/compile?thread=${encodeURIComponent(value.thread_id)}`}>
              See what a model would be given
            </a>
          </p>
          {!isImported && <Checkpoints id={id} />}
          <section class="part">
            <h2>
              Turns <span class="quiet">newest first</span>
            </h2>
            {value.turns.length === 0 && <NoTurns id={id} inherited={value.inherited} />}
            {value.turns.toReversed().map((turn) => (
              <Turn key={turn.user.seq} turn={turn} />
            ))}
            {value.turns.length >= limit && value.messages > limit && (
              <button
                type="button"
                class="more"
                onClick={() => setQuery({ turns: String(limit * 4) })}
              >
                Show more turns
              </button>
            )}
          </section>
          {!isImported && <Compiles id={id} />}
        </>
      )}
    </Answered>
  );
}

function factsOf({
  parent,
  messages,
  inherited,
  head_seq,
  created_at_ms,
  thread_id,
}: ThreadDetail) {
  return [
    { label: "Created", value: formatMilliseconds(created_at_ms) },
    { label: "Messages", value: formatNumber(messages) },
    ...(inherited === 0 ? [] : [{ label: "Inherited", value: formatNumber(inherited) }]),
    { label: "Newest event", value: `#${formatNumber(head_seq)}` },
    ...(parent === null ? [] : [{ label: "Comes from", value: originOf(parent) }]),
    { label: "Id", value: thread_id },
  ];
}

function originOf({ kind, thread_id, seq }: NonNullable<ThreadDetail["parent"]>): string {
  return `${kind} of ${shortId(thread_id)} at #${seq}`;
}

function NoTurns({ id, inherited }: { readonly id: string; readonly inherited: number }) {
  return (
    <>
      <p class="quiet">
        {inherited > 0
          ? `No message of its own yet; it inherits ${formatCount(inherited, "message")}.`
          : "No message yet."}
      </p>
      <CommandLine command={`holdall thread post ${id} 'The next question'`} />
    </>
  );
}

function Turn({ turn }: { readonly turn: ThreadDetail["turns"][number] }) {
  const { user, steps, reply } = turn;
  return (
    <article class="turn" aria-label={`Message #${user.seq}`}>
      <p class="who">
        <strong>
          <bdi>{user.actor_id}</bdi>
        </strong>
        <span class="quiet">#{user.seq}</span>
      </p>
      <Prose text={user.content} />
      {steps.length > 0 && <p class="quiet">{formatCount(steps.length, "step")}</p>}
      {reply === null ? (
        <p class="quiet">Not answered yet.</p>
      ) : (
        <div class="reply">
          <p class="who">
            <Mark look={reply.reason === "completed" ? "good" : "warn"}>{reply.reason}</Mark>
            <span class="quiet">
              run <code>{reply.run_session_id}</code>
            </span>
          </p>
          {reply.text !== null && <Prose text={reply.text} />}
        </div>
      )}
    </article>
  );
}

function Checkpoints({ id }: { readonly id: string }) {
  const status = useCall({ operation: "thread compaction-status", input: { id } });
  return (
    <section class="part">
      <h2>Checkpoint</h2>
      <Answered answer={status} what="Reading the checkpoints">
        {({ latest_checkpoint: latest, next_cut_point: next, message_count }) => (
          <>
            {latest === null ? (
              <p class="quiet">Nothing is summarised; a model is given the messages themselves.</p>
            ) : (
              <p>
                A summary ({latest.summary_kind.replaceAll("_", " ")}) replaces{" "}
                {formatCount(latest.to_ordinal, "message")} of {formatNumber(message_count)}, up to
                #{latest.to_seq}.
              </p>
            )}
            {next !== null && (
              <p class="quiet">
                The next summary is due at message {formatNumber(next.target_message_ordinal)}.
              </p>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

const columns: readonly Column<Selections["decisions"][number]>[] = [
  { heading: "Event", isNumber: true, cell: ({ seq }) => formatNumber(seq) },
  { heading: "When", cell: ({ timestamp_ms }) => formatMilliseconds(timestamp_ms) },
  { heading: "Strategy", cell: ({ compiler_strategy }) => String(compiler_strategy ?? "unknown") },
];

function Compiles({ id }: { readonly id: string }) {
  const selections = useCall({ operation: "thread selections", input: { id } });
  return (
    <section class="part">
      <h2>Recorded compiles</h2>
      <Answered answer={selections} what="Reading the compiles">
        {({ decisions }) =>
          decisions.length === 0 ? (
            <p class="quiet">No run recorded what it was given.</p>
          ) : (
            <Table label="Recorded compiles" columns={columns} rows={decisions} />
          )
        }
      </Answered>
    </section>
  );
}
