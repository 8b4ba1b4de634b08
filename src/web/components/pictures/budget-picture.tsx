import { formatNumber } from "../../../base/text/format-count.ts";
import { type BudgetPart, layOutBudget } from "../../text/budget-layout.ts";

/** What fills a budget, and how large it is. */
interface BudgetPictureProps {
  readonly label: string;
  readonly parts: readonly BudgetPart[];
  /** Tokens that the total may take; null where there is no limit. */
  readonly budget: number | null;
}

const HEIGHT = 28;

/** A budget as a bar: each part as wide as it is dear, the free rest empty. */
export function BudgetPicture({ label, parts, budget }: BudgetPictureProps) {
  const { pieces, used, total } = layOutBudget(parts, budget);
  const free = total - used;
  return (
    <figure class="budget">
      <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
        <rect class="budget-free" x="0" y="0" width="100%" height={HEIGHT} rx="4" />
        {pieces.map(({ kind, start, width, title }, at) => (
          <rect
            key={at}
            class={`budget-part budget-${kind}`}
            x={`${start}%`}
            y="0"
            width={`${width}%`}
            height={HEIGHT}
          >
            <title>{title}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>
          <strong>{formatNumber(used)}</strong>
          {budget === null ? " tokens" : ` of ${formatNumber(budget)} tokens`}
        </span>
        {budget !== null && <span class="quiet">{formatNumber(Math.max(0, free))} free</span>}
      </figcaption>
      <BudgetLegend parts={parts} />
    </figure>
  );
}

/** What the colours mean, with the sum of each. */
function BudgetLegend({ parts }: { readonly parts: readonly BudgetPart[] }) {
  const sums = new Map<string, { kind: string; tokens: number; count: number }>();
  for (const { group, kind, tokens } of parts) {
    const sum = sums.get(group) ?? { kind, tokens: 0, count: 0 };
    sums.set(group, { kind, tokens: sum.tokens + tokens, count: sum.count + 1 });
  }
  return (
    <ul class="legend">
      {[...sums].map(([group, { kind, tokens, count }]) => (
        <li key={group}>
          <svg width="12" height="12" aria-hidden="true">
            <rect class={`budget-${kind}`} width="12" height="12" rx="2" />
          </svg>
          <span>
            {group}
            {count > 1 && <span class="quiet"> × {formatNumber(count)}</span>}
          </span>
          <span class="amount">{formatNumber(tokens)}</span>
        </li>
      ))}
    </ul>
  );
}
