import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { LossGroup } from "../../text/group-losses.ts";
import {
  type Amounts,
  type ArrivedConversation,
  arrivingAmounts,
  type HandoffReport,
  isInside,
} from "../../text/handoff-report.ts";

const PARTS = [
  ["kept", "unchanged"],
  ["changed", "in another form"],
  ["summarised", "as a summary"],
  ["dropped", "not at all"],
] as const;

/** What arrives, changes and is lost: a bar of its proportions, then every reason. */
export function LossPicture({ report }: { readonly report: HandoffReport }) {
  const { conversation, losses } = report;
  const inside = losses.filter((group) => isInside(report, group));
  const beside = losses.filter((group) => !isInside(report, group));
  const amounts = arrivingAmounts(report);
  return (
    <figure class="loss">
      {conversation !== null && <Verdict conversation={conversation} />}
      <LossBar amounts={amounts} />
      <Reasons label="In the conversation" groups={inside} />
      {beside.length > 0 && (
        <details>
          <summary>
            Records beside the conversation, which the receiver writes itself or has no use for (
            {formatNumber(beside.reduce((sum, { count }) => sum + count, 0))})
          </summary>
          <Reasons label="Beside the conversation" groups={beside} />
        </details>
      )}
    </figure>
  );
}

function Verdict({ conversation }: { readonly conversation: ArrivedConversation }) {
  return conversation.complete ? (
    <p class="good">
      <strong>✓ Complete: every message, tool call and result in force arrives.</strong>
    </p>
  ) : (
    <p class="warn">
      <strong>
        ◐ {formatCount(conversation.missing, "item")} of the conversation{" "}
        {conversation.missing === 1 ? "arrives" : "arrive"} only in a summary or not at all.
      </strong>
    </p>
  );
}

function LossBar({ amounts }: { readonly amounts: Amounts }) {
  const total = PARTS.reduce((sum, [kind]) => sum + amounts[kind], 0);
  let start = 0;
  return (
    <>
      <svg class="loss-bar" width="100%" height="16" role="img" aria-label={labelOf(amounts)}>
        {PARTS.map(([kind]) => {
          const share = total === 0 ? 0 : amounts[kind] / total;
          const x = start;
          start += share;
          return (
            <rect key={kind} class={kind} x={`${x * 100}%`} width={`${share * 100}%`} height="16" />
          );
        })}
      </svg>
      <ul class="loss-key">
        {PARTS.map(([kind, name]) => (
          <li key={kind} class={amounts[kind] === 0 ? "none-of-it" : ""}>
            <span class={`swatch ${kind}`} aria-hidden="true" />
            <span class="amount">{formatNumber(amounts[kind])}</span> {name}
          </li>
        ))}
      </ul>
    </>
  );
}

function labelOf(amounts: Amounts): string {
  return `Items that arrive: ${PARTS.map(([kind, name]) => `${amounts[kind]} ${name}`).join(", ")}`;
}

interface ReasonsProps {
  readonly label: string;
  readonly groups: readonly LossGroup[];
}

/** Reasons in one list: a damaged session may have one of its own for each record. */
const MAX_REASONS = 200;

function Reasons({ label, groups }: ReasonsProps) {
  if (groups.length === 0) return null;
  const more = groups.length - MAX_REASONS;
  return (
    <ul class="reasons" aria-label={label}>
      {groups.slice(0, MAX_REASONS).map(({ kind, why, count, places }) => (
        <li key={`${kind}/${why}`}>
          <span class={`swatch ${kind}`} aria-hidden="true" />
          <span class="amount">{formatNumber(count)}</span>
          <span>
            <span class="unseen">{kind}: </span>
            <bdi>{why}</bdi> <bdi class="place">{places}</bdi>
          </span>
        </li>
      ))}
      {more > 0 && <li class="more-reasons">and {formatCount(more, "more reason")}</li>}
    </ul>
  );
}
