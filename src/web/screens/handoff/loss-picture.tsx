import { formatCount, formatNumber } from "../../../base/format-count.ts";
import { groupLosses, type LossGroup } from "../../text/group-losses.ts";
import type { HandoffData } from "./handoff-data.ts";

type Amounts = Readonly<Record<"kept" | "changed" | "summarised" | "dropped", number>>;

const PARTS = [
  ["kept", "unchanged"],
  ["changed", "in another form"],
  ["summarised", "as a summary"],
  ["dropped", "not at all"],
] as const;

/** What arrives, changes and is lost: a bar of its proportions, then every reason. */
export function LossPicture({ loss, conversation }: Pick<HandoffData, "loss" | "conversation">) {
  const groups = groupLosses(loss.items);
  const inside = groups.filter(({ scope }) => conversation === null || scope === "conversation");
  const beside = groups.filter((group) => !inside.includes(group));
  const amounts = conversation === null ? loss : amountsOf(conversation, inside);
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

function amountsOf(
  conversation: NonNullable<HandoffData["conversation"]>,
  groups: readonly LossGroup[],
): Amounts {
  const { messages, calls, results, summaries, changed } = conversation;
  const arrived = messages + calls + results + summaries;
  const countOf = (kind: LossGroup["kind"]) =>
    groups.filter((group) => group.kind === kind).reduce((sum, { count }) => sum + count, 0);
  return {
    kept: Math.max(0, arrived - changed),
    changed,
    summarised: countOf("summarised"),
    dropped: countOf("dropped"),
  };
}

function Verdict({ conversation }: Pick<HandoffData, "conversation">) {
  if (conversation === null) return null;
  return conversation.complete ? (
    <p class="good">
      <strong>✓ Complete: every message, tool call and result in force arrives.</strong>
    </p>
  ) : (
    <p class="warn">
      <strong>
        ◐ {formatCount(conversation.missing, "item")} of the conversation{" "}
        {conversation.missing === 1 ? "does" : "do"} not arrive as such.
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

function Reasons({ label, groups }: ReasonsProps) {
  if (groups.length === 0) return null;
  return (
    <ul class="reasons" aria-label={label}>
      {groups.map(({ kind, why, count, places }) => (
        <li key={`${kind}/${why}`}>
          <span class={`swatch ${kind}`} aria-hidden="true" />
          <span class="amount">{formatNumber(count)}</span>
          <span>
            <span class="unseen">{kind}: </span>
            <bdi>{why}</bdi> <bdi class="place">{placesOf(places)}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Places of one reason that are named. */
const MOST = 3;

/** The places of one reason. Lines of one file are named without it: it is that of the session. */
function placesOf(places: readonly string[]): string {
  const files = new Set(places.map((place) => place.slice(0, place.lastIndexOf(":"))));
  const isOneFile = files.size === 1 && places.every((place) => /:\d{1,9}$/.test(place));
  const names = isOneFile ? places.map((place) => place.slice(place.lastIndexOf(":") + 1)) : places;
  const label = isOneFile ? (names.length === 1 ? "line " : "lines ") : "";
  const more = names.length - MOST;
  const named = `${label}${names.slice(0, MOST).join(", ")}`;
  return more > 0 ? `${named} and ${formatNumber(more)} more` : named;
}
