import { formatNumber } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { formatTokens } from "../../../web/text/outline.ts";
import { rowAddress, rowName } from "../../../web/text/row-address.ts";
import type { ContextUse } from "./context-use.ts";

/** Fewer requests are no course that a picture could show. */
const MIN_REQUESTS = 3;
const HEIGHT = 48;

interface ContextChartProps {
  readonly uses: readonly ContextUse[];
  /** Whether sub-agents cost something beside it. */
  readonly hasSubAgents: boolean;
}

/** How the context of a session filled and was emptied, and how its cost grew. */
export function ContextChart({ uses, hasSubAgents }: ContextChartProps) {
  const largest = uses.reduce((left, right) => (right.input > left.input ? right : left), {
    number: 0,
    input: 0,
    usd: null,
  } as ContextUse);
  const total = uses.at(-1)?.usd ?? null;
  if (uses.length < MIN_REQUESTS || largest.input === 0) return null;
  const cost = total === null || total === 0 ? null : total;
  const line = uses
    .map(({ usd }, at) => `${at + 0.5},${HEIGHT - (HEIGHT * (usd ?? 0)) / (cost ?? 1)}`)
    .join(" ");
  return (
    <figure class="context-chart">
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${uses.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Tokens that the model read with each request, ${formatNumber(largest.input)} at most${cost === null ? "" : `, and the cost until then, ${formatCost(cost)} in the end`}`}
      >
        {uses.map((use, at) => {
          const { number, input } = use;
          const height = Math.max(1, (HEIGHT * input) / largest.input);
          return (
            <rect key={number} x={at} y={HEIGHT - height} width={0.9} height={height}>
              <title>{`${rowName(use)}: ${formatTokens(input)} tokens read`}</title>
            </rect>
          );
        })}
        {cost !== null && <polyline points={line} />}
      </svg>
      <figcaption class="quiet">
        <span>
          <span class="context-bar" aria-hidden="true" /> Tokens read with each request, most{" "}
          <a href={rowAddress(largest)}>
            {formatTokens(largest.input)} at {rowName(largest)}
          </a>
        </span>
        {cost !== null && (
          <span>
            <span class="context-line" aria-hidden="true" /> Cost until then, {formatCost(cost)} in
            the end
            {hasSubAgents ? ", without sub-agents" : ""}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
