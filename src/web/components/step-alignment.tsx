import { formatCount } from "../../base/text/format-count.ts";
import type { AlignedRow, StepAlignment, StepData } from "../page.ts";
import { describeAlignment } from "../text/describe-alignment.ts";
import { LongList } from "./long-list.tsx";
import { StepLine } from "./step-line.tsx";

/** The steps of two runs and what the runs are called. */
interface StepAlignmentProps {
  readonly steps: StepAlignment;
  readonly left: string;
  readonly right: string;
}

/** Two runs side by side: what both did is one line, what one did is on its side. */
export function AlignedSteps({ steps, left, right }: StepAlignmentProps) {
  // A run without recorded steps parts nowhere.
  const isRecorded = steps.left > 0 && steps.right > 0;
  const parting = isRecorded
    ? steps.rows.findIndex((row) => row.side !== "both" || row.sameResult === false)
    : -1;
  return (
    <div class="alignment">
      <p class="quiet">{describeAlignment(steps)}</p>
      {(steps.left > 0 || steps.right > 0) && (
        <div class="sides" aria-hidden="true">
          <bdi>{left}</bdi>
          <bdi>{right}</bdi>
        </div>
      )}
      <LongList items={steps.rows} noun="row" keyOf={(_, index) => index}>
        {(row, index) => (
          <div class={`pair ${row.side}`}>
            {index === parting && <p class="parting">The runs part here</p>}
            <Sides row={row} left={left} right={right} />
          </div>
        )}
      </LongList>
      {steps.omitted > 0 && (
        <p class="quiet">{formatCount(steps.omitted, "more row")} not shown here.</p>
      )}
      <Errors errors={steps.errors} left={left} right={right} />
    </div>
  );
}

interface SidesProps {
  readonly row: AlignedRow;
  readonly left: string;
  readonly right: string;
}

function Sides({ row, left, right }: SidesProps) {
  // A step that both took alike is read once; where there is space it is on both sides.
  const isShared = row.side === "both" && row.sameResult !== false;
  return (
    <>
      <Side step={row.left} number={row.leftNumber} label={isShared ? "" : left} />
      <div class={isShared ? "repeated" : ""} aria-hidden={isShared}>
        <Side step={row.right} number={row.rightNumber} label={isShared ? "" : right} />
      </div>
    </>
  );
}

interface SideProps {
  readonly step: StepData | null;
  readonly number: number | null;
  /** The run, for readers who cannot see on which side it is; "" where it is on both. */
  readonly label: string;
}

function Side({ step, number, label }: SideProps) {
  if (step === null) return <div class="none" />;
  return (
    <div class={label === "" ? "" : "own"}>
      {label !== "" && <span class="unseen">{label}: </span>}
      <StepLine step={step} number={number} />
    </div>
  );
}

function Errors({
  errors,
  left,
  right,
}: Pick<SidesProps, "left" | "right"> & Pick<StepAlignment, "errors">) {
  const groups = [
    ["Errors in both runs", errors.both],
    [`Errors only in ${left}`, errors.onlyLeft],
    [`Errors only in ${right}`, errors.onlyRight],
  ] as const;
  return (
    <>
      {groups
        .filter(([, list]) => list.length > 0)
        .map(([heading, list]) => (
          <section key={heading}>
            <h4>
              <bdi>{heading}</bdi>
            </h4>
            <ul class="outline">
              {list.map((error, at) => (
                <li key={at}>
                  <bdi class="path">{error}</bdi>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
