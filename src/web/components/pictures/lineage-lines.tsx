/** Where a thread is in the drawing. */
interface LineageLinesProps {
  readonly depth: number;
  readonly passing: readonly boolean[];
  readonly hasNext: boolean;
  readonly hasChildren: boolean;
  readonly kind: "branch" | "handoff" | null;
}

const COLUMN = 22;
/** The middle of the first lines of a row, which may be higher than they are. */
const MIDDLE = 28;

/** The lines from a thread to where it comes from: solid for a branch, dashed for a handoff. */
export function LineageLines({ depth, passing, hasNext, hasChildren, kind }: LineageLinesProps) {
  const x = (column: number) => column * COLUMN + 10;
  const own = x(depth);
  const parent = x(depth - 1);
  const look = kind === "handoff" ? "lineage-line handoff" : "lineage-line";
  return (
    <span class="lineage" style={{ width: `${own + 12}px` }}>
      <svg width="100%" height="100%" aria-hidden="true">
        {passing.map((isPassing, at) =>
          isPassing ? (
            <line key={at} class="lineage-line" x1={x(at)} x2={x(at)} y1="0" y2="100%" />
          ) : null,
        )}
        {kind !== null && depth > 0 && (
          <path
            class={look}
            d={`M ${parent} 0 V ${MIDDLE - 10} Q ${parent} ${MIDDLE} ${parent + 10} ${MIDDLE} H ${own}`}
          />
        )}
        {hasNext && <line class="lineage-line" x1={parent} x2={parent} y1="0" y2="100%" />}
        {hasChildren && <line class="lineage-line" x1={own} x2={own} y1={MIDDLE} y2="100%" />}
        <circle class="lineage-node" cx={own} cy={MIDDLE} r="5" />
      </svg>
    </span>
  );
}
