import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { NoResponsibilities } from "../responsibilities/no-responsibilities.tsx";
import { NewRequest } from "./new-request.tsx";
import { type RequestQueue, slaLooks, slaNames, statusLook } from "./request-data.ts";

const statuses = [
  "pending",
  "accepted",
  "deferred",
  "completed",
  "rejected",
  "cancelled",
  "expired",
] as const;

type Row = RequestQueue["requests"][number];

const columns: readonly Column<Row>[] = [
  { heading: "Priority", isNumber: true, cell: ({ priority }) => formatNumber(priority) },
  {
    heading: "Request",
    cell: ({ id, subject }) => (
      <a href={`/requests/${encodeURIComponent(id)}`}>
        <bdi>{subject}</bdi>
      </a>
    ),
  },
  {
    heading: "From, to",
    cell: ({ origin_responsibility_id: from, target_responsibility_id: to }) => (
      <>
        <bdi>{from}</bdi> → <bdi>{to}</bdi>
      </>
    ),
  },
  { heading: "Status", cell: ({ status }) => <Mark look={statusLook(status)}>{status}</Mark> },
  { heading: "SLA", cell: ({ sla }) => <Mark look={slaLooks[sla]}>{slaNames[sla]}</Mark> },
  { heading: "Created", cell: ({ created_at }) => formatMoment(created_at) },
];

/** The queue of requests between responsibilities. */
export default function Requests({ search }: ScreenProps) {
  const status = search.get("status") ?? "pending";
  const to = search.get("to") ?? "";
  const limit = limitIn(search);
  const input = { ...(status === "all" ? {} : { status }), ...(to === "" ? {} : { to }), limit };
  // As events: the browser would log the problem of a folder without responsibilities as an error.
  const queue = useCall({ operation: "request list", input, isLong: true, delay: 100 });
  const action = useAction(queue.reload);
  const options = [
    status === "all" ? "" : ` --status ${status}`,
    to === "" ? "" : ` --to ${to}`,
    limit === FIRST ? "" : ` --limit ${limit}`,
  ].join("");
  useHead({ command: `holdall request list${options}` });
  return (
    <NoResponsibilities answer={queue}>
      <form class="options" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          Status
          <select
            value={status}
            onChange={(event) => setQuery({ status: event.currentTarget.value })}
          >
            <option value="all">all</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          To
          <input
            type="text"
            spellcheck={false}
            placeholder="any responsibility"
            value={to}
            onInput={(event) => setQuery({ to: event.currentTarget.value.trim() })}
          />
        </label>
        <ClaimNext queue={queue.value} action={action} />
      </form>
      <ActionResult action={action} />
      <NewRequest action={action} />
      <Answered answer={queue} what="Reading the queue">
        {({ requests, sla }) =>
          requests.length === 0 ? (
            <Empty title="No requests here.">
              <p>Choose another status, or file a new request above.</p>
            </Empty>
          ) : (
            <>
              <p class="tally">
                <span>
                  {requests.length === limit && "the first "}
                  {formatCount(requests.length, "request")}
                </span>
                <Mark look={sla.ok > 0 ? "good" : "plain"}>{formatNumber(sla.ok)} in time</Mark>
                <Mark look={sla.at_risk > 0 ? "warn" : "plain"}>
                  {formatNumber(sla.at_risk)} at risk
                </Mark>
                <Mark look={sla.breached > 0 ? "bad" : "plain"}>
                  {formatNumber(sla.breached)} late
                </Mark>
              </p>
              <Table label="Requests" columns={columns} rows={requests} />
              {requests.length === limit && limit < MAX_ROWS && (
                <p>
                  <button type="button" onClick={() => setQuery({ limit: String(limit * STEP) })}>
                    Show up to {formatNumber(limit * STEP)}
                  </button>
                </p>
              )}
            </>
          )
        }
      </Answered>
    </NoResponsibilities>
  );
}

/** How many requests are listed at first, how many at most, and how many times more with each click. */
const FIRST = 100;
const MAX_ROWS = 1000;
const STEP = 10;

function limitIn(search: URLSearchParams): number {
  const limit = Number(search.get("limit") ?? FIRST);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_ROWS) : FIRST;
}

interface ClaimNextProps {
  readonly queue: RequestQueue | null;
  readonly action: ReturnType<typeof useAction>;
}

/** Takes the first pending request of the list for its target. */
function ClaimNext({ queue, action }: ClaimNextProps) {
  const next = queue?.requests.find(({ status }) => status === "pending");
  if (next === undefined) return null;
  const target = next.target_responsibility_id;
  return (
    <button
      type="button"
      class="primary"
      disabled={action.isRunning}
      onClick={() =>
        action.run(
          "request claim",
          { id: target, limit: 1, actor: target },
          ({ requests: [claimed] }) =>
            claimed === undefined
              ? `Nothing is left to claim for ${target}`
              : `Claimed for ${target}: ${claimed.subject}`,
        )
      }
    >
      Claim the next for {target}
    </button>
  );
}
