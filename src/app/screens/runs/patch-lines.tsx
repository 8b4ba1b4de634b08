import { LongList } from "../../../web/components/long-list.tsx";
import type { ComparedRuns } from "./run-data.ts";

/** The lines of two patches, each with the run that has it. */
interface PatchLinesProps {
  readonly lines: ComparedRuns["patches"]["lines"];
  readonly left: string;
  readonly right: string;
}

const SIGNS = { both: " ", left: "−", right: "+" } as const;
const LOOKS = { both: "same", left: "remove", right: "add" } as const;

/** Two patches as one list: what only the first has is red, what only the second has is green. */
export function PatchLines({ lines, left, right }: PatchLinesProps) {
  if (lines === null || lines.length === 0) {
    return <p class="quiet">Neither run has a patch that could be compared.</p>;
  }
  return (
    <>
      <p class="quiet">
        <span class="bad">− only in {left}</span>, <span class="good">+ only in {right}</span>
      </p>
      <div class="patch-lines">
        <LongList items={lines} noun="line" keyOf={(_, index) => index}>
          {({ side, text }) => (
            <code class={LOOKS[side]}>
              <span aria-hidden="true">{SIGNS[side]}</span> {text}
            </code>
          )}
        </LongList>
      </div>
    </>
  );
}
