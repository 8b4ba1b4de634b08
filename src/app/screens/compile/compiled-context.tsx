import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CodeBlock } from "../../../web/components/code-block.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { BudgetPicture } from "../../../web/components/pictures/budget-picture.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import {
  budgetParts,
  type Compiled,
  type ExplainedItem,
  type Explanation,
  reasonText,
  strategyText,
} from "./compile-data.ts";

/** What is compiled: a thread, for a budget and a provider. */
interface CompiledContextProps {
  readonly thread: string;
  readonly budget: number | undefined;
  readonly render: string;
}

/** One context: what fills its budget, each item with its price and reason, and what stayed out. */
export function CompiledContext({ thread, budget, render }: CompiledContextProps) {
  const input = {
    id: thread,
    explain: true,
    ...(budget === undefined ? {} : { budget }),
    ...(render === "" ? {} : { render }),
  };
  const compiled = useCall({ operation: "thread compile", input, delay: 150 });
  return (
    <section class="context" aria-label={budget === undefined ? "Context" : `Budget ${budget}`}>
      <Answered answer={compiled} what="Compiling">
        {({ explanation, request }) => (
          <>
            {explanation !== null && <Explained explanation={explanation} />}
            {request !== null && <Request request={request} />}
          </>
        )}
      </Answered>
    </section>
  );
}

/** What fills the budget, what stays out, and the items one by one. */
function Explained({ explanation }: { readonly explanation: Explanation }) {
  const { items, totals, strategy } = explanation;
  return (
    <>
      <BudgetPicture
        label={`${totals.tokens} tokens in ${items.length} items`}
        parts={budgetParts(items)}
        budget={totals.available_tokens}
      />
      <StayedOut explanation={explanation} />
      <h2>
        What goes in{" "}
        <span class="quiet">
          {formatCount(items.length, "item")}:{" "}
          <span title={strategy}>{strategyText(strategy)}</span>
        </span>
      </h2>
      <Table label="Items" columns={columns} rows={items.slice(0, MAX_ITEMS)} />
      {items.length > MAX_ITEMS && (
        <p class="quiet">
          {formatCount(items.length - MAX_ITEMS, "more item")}; the command below lists them all.
        </p>
      )}
    </>
  );
}

/** Items that are listed; the picture has all of them. */
const MAX_ITEMS = 200;

const columns: readonly Column<ExplainedItem>[] = [
  { heading: "Tokens", isNumber: true, cell: ({ tokens }) => formatNumber(tokens) },
  {
    heading: "Item",
    cell: ({ role, type, seq, excerpt }) => (
      <>
        <span class="quiet">
          {role ?? type.replace(/_ref$/, "").replaceAll("_", " ")}
          {seq !== null && ` #${seq}`}
        </span>{" "}
        <bdi>{type === "state_ref" ? "all entries that are in force" : excerpt}</bdi>
      </>
    ),
  },
  { heading: "Why", cell: ({ why }) => <bdi>{why}</bdi> },
];

function StayedOut({ explanation }: { readonly explanation: Explanation }) {
  const { left_out, resets, totals } = explanation;
  if (left_out.length === 0 && resets.length === 0) {
    return (
      <p>
        <Mark look="good">Everything fits; nothing was left out.</Mark>
      </p>
    );
  }
  return (
    <div class="stayed-out">
      <h2>
        What stays out{" "}
        {totals.messages_left_out > 0 && (
          <span class="quiet">{formatCount(totals.messages_left_out, "message")}</span>
        )}
      </h2>
      <ul class="outline">
        {left_out.map(({ from_seq, to_seq, messages, reason }) => (
          <li key={`${from_seq}-${to_seq}`}>
            <Mark look="warn">{formatCount(messages, "message")}</Mark>, #{from_seq} to #{to_seq}:{" "}
            {reasonText(reason)}
          </li>
        ))}
        {resets
          .filter(({ input, reason }) => input !== "message" || reason !== "over_budget")
          .map(({ input, action, reason }, at) => (
            <li key={at}>
              <Mark look="warn">
                {input.replaceAll("_", " ")} {action}
              </Mark>
              : {reasonText(reason)}
            </li>
          ))}
      </ul>
    </div>
  );
}

function Request({ request }: { readonly request: NonNullable<Compiled["request"]> }) {
  const { path, missing, resets, body } = request;
  return (
    <>
      <h2>Request</h2>
      <p>
        <code>POST {path}</code>{" "}
        {missing.length > 0 && (
          <span class="quiet">not complete without: {missing.join(", ")}</span>
        )}
      </p>
      {resets.length > 0 && (
        <ul class="outline">
          {resets.map(({ input, action, reason }, at) => (
            <li key={at}>
              {input.replaceAll("_", " ")} {action}: {reasonText(reason)}
            </li>
          ))}
        </ul>
      )}
      <CodeBlock text={JSON.stringify(body, null, 2)} language="json" label="Body of the request" />
    </>
  );
}
