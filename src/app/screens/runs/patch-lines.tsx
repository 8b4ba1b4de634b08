import { LongList } from "../../../web/components/long-list.tsx";
import type { ComparedRuns } from "./run-data.ts";

/** The lines of two patches, each with the run that has it. */
interface PatchLinesProps {
  readonly lines: ComparedRuns["patches"]["lines"];
  readonly left: string;
  readonly right: string;
}

const SIDES = { both: "both", left: "first", right: "second" } as const;

/** Two patches as one list: each line with the run that has it, in the colour of what the patch does with it. */
export function PatchLines({ lines, left, right }: PatchLinesProps) {
  if (lines === null || lines.length === 0) {
    return <p class="quiet">Neither run has a patch that could be compared.</p>;
  }
  return (
    <>
      <p class="quiet">
        What the runs changed: a line is in the patch of the first run ({left}), of the second (
        {right}), or of both.
      </p>
      <div class="patch-lines">
        <LongList items={lines} noun="line" keyOf={(_, index) => index}>
          {({ side, text }) => (
            <code class={lookOf(text)}>
              <span class="patch-side">{SIDES[side]}</span> {text}
            </code>
          )}
        </LongList>
      </div>
    </>
  );
}

/** What a line of a patch does: it adds one, removes one or only shows where, as the names of a file do. */
function lookOf(line: string): "add" | "remove" | "same" {
  if (/^(?:\+\+\+|---) /.test(line)) return "same";
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "remove" : "same";
}
