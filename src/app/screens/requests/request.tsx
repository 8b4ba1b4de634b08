import { useState } from "preact/hooks";
import { formatNumber } from "../../../base/text/format-count.ts";
import { FactList } from "../../../web/components/fact-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { type Action, useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import {
  type RequestHistory,
  type RequestShown,
  slaLooks,
  slaNames,
  statusLook,
  tomorrow,
} from "./request-data.ts";

type Event = RequestHistory["events"][number];

const columns: readonly Column<Event>[] = [
  { heading: "When", cell: ({ created_at }) => formatMoment(created_at) },
  {
    heading: "What",
    cell: ({ event_type }) => event_type.replace(/^request_/, "").replaceAll("_", " "),
  },
  { heading: "Status", cell: ({ new_status }) => new_status ?? "" },
  { heading: "By", cell: ({ created_by }) => <bdi>{created_by}</bdi> },
  { heading: "Note", cell: ({ note }) => <bdi>{note ?? ""}</bdi> },
];

/** One request: what is asked, what happened to it, and the steps that are possible now. */
export default function Request({ params }: ScreenProps) {
  const id = params.id ?? "";
  const history = useCall({ operation: "request show", input: { id } });
  const action = useAction(history.reload);
  useHead({
    title: history.value?.request.subject,
    command: `holdall request show ${id}`,
  });
  return (
    <Answered answer={history} what="Reading the request">
      {({ request, sla, events }) => (
        <>
          <p class="tally">
            <Mark look={statusLook(request.status)}>{request.status}</Mark>
            <Mark look={slaLooks[sla]}>{slaNames[sla]}</Mark>
          </p>
          {request.summary !== "" && <Prose text={request.summary} />}
          <FactList facts={factsOf(request)} />
          <ActionResult action={action} />
          {request.status === "pending" && <Steps request={request} action={action} />}
          {request.status === "accepted" && <Complete request={request} action={action} />}
          <section class="part">
            <h2>History</h2>
            <Table label="History" columns={columns} rows={events} />
          </section>
        </>
      )}
    </Answered>
  );
}

function factsOf(request: RequestShown) {
  return [
    { label: "From", value: request.origin_responsibility_id },
    { label: "To", value: request.target_responsibility_id },
    { label: "Type", value: request.type.replaceAll("_", " ") },
    { label: "Priority", value: formatNumber(request.priority) },
    { label: "Created", value: formatMoment(request.created_at) },
    { label: "Available", value: formatMoment(request.available_at) },
    { label: "Due", value: request.due_at === null ? "no date" : formatMoment(request.due_at) },
    { label: "Attempts", value: formatNumber(request.attempts) },
  ];
}

interface StepsProps {
  readonly request: RequestShown;
  readonly action: Action;
}

function Steps({ request, action }: StepsProps) {
  const [note, setNote] = useState("");
  const [until, setUntil] = useState(() => tomorrow(new Date()));
  const actor = request.target_responsibility_id;
  const take = (verb: "accept" | "defer" | "reject", done: string, more: object = {}) =>
    action.run(
      `request ${verb}`,
      { id: request.id, actor, ...(note === "" ? {} : { note }), ...more },
      () => `${done} as ${actor}`,
    );
  return (
    <section class="part">
      <h2>Decide</h2>
      <div class="options">
        <label class="field wide">
          Note for the record
          <input
            type="text"
            value={note}
            maxLength={2000}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          Defer until (UTC)
          <input
            type="text"
            value={until}
            onInput={(event) => setUntil(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={action.isRunning}
          onClick={() => take("accept", "Accepted")}
        >
          Accept
        </button>
        <button
          type="button"
          disabled={action.isRunning}
          onClick={() => take("defer", "Deferred", { until })}
        >
          Defer
        </button>
        <button
          type="button"
          disabled={action.isRunning}
          onClick={() => take("reject", "Rejected")}
        >
          Reject
        </button>
      </div>
    </section>
  );
}

function Complete({ request, action }: StepsProps) {
  const [note, setNote] = useState("");
  const actor = request.target_responsibility_id;
  return (
    <section class="part">
      <h2>Complete</h2>
      <form
        class="options"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(
            "request complete",
            { id: request.id, actor, note },
            () => `Completed as ${actor}`,
          );
        }}
      >
        <label class="field wide">
          Path of the run or report with the outcome
          <input
            type="text"
            required
            maxLength={2000}
            placeholder="reports/2026-02-03_flag.md"
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={action.isRunning || note.trim() === ""}>
          Complete
        </button>
      </form>
    </section>
  );
}
