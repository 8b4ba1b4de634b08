import { useState } from "preact/hooks";
import { ChangedFiles } from "../../../web/components/run-pair.tsx";
import { AlignedSteps } from "../../../web/components/step-alignment.tsx";
import { Table } from "../../../web/components/table.tsx";
import { runColumns } from "../../../web/pages/comparison-view.tsx";
import { differenceText } from "../../../web/text/difference-text.ts";
import { runNames } from "../../../web/text/runs/run-names.ts";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { go } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { PatchLines } from "./patch-lines.tsx";
import { type ComparedRuns, comparedRuns } from "./run-data.ts";

/** Rows of aligned steps that are read. */
const MAX_STEPS = 5000;

/** Where two runs part. */
export default function Compare({ search }: ScreenProps) {
  const left = search.get("left") ?? "";
  const right = search.get("right") ?? "";
  const input = { left, right, diff: true, steps: MAX_STEPS };
  const isAsked = left !== "" && right !== "";
  const compared = useCall(isAsked ? { operation: "task compare", input } : null);
  useHead({ command: `holdall task compare ${left || "RUN"} ${right || "RUN"} --diff` });
  return (
    <>
      <SideFields key={`${left} ${right}`} left={left} right={right} />
      {isAsked ? (
        <Answered answer={compared} what="Comparing the runs">
          {(value) => <Comparison comparison={value} />}
        </Answered>
      ) : (
        <p class="quiet">
          Name two task bundles or sessions, or choose them among <a href="/runs">all runs</a>.
        </p>
      )}
    </>
  );
}

function SideFields({ left, right }: { readonly left: string; readonly right: string }) {
  const [typed, setTyped] = useState({ left, right });
  return (
    <form
      class="options"
      onSubmit={(event) => {
        event.preventDefault();
        go(`/runs/compare?${new URLSearchParams(typed)}`);
      }}
    >
      {(["left", "right"] as const).map((side) => (
        <label key={side} class="field wide">
          {side === "left" ? "First run" : "Second run"}
          <input
            type="text"
            spellcheck={false}
            value={typed[side]}
            onInput={(event) => setTyped({ ...typed, [side]: event.currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit" disabled={typed.left.trim() === "" || typed.right.trim() === ""}>
        Compare
      </button>
    </form>
  );
}

function Comparison({ comparison }: { readonly comparison: ComparedRuns }) {
  const runs = comparedRuns(comparison);
  const [left = "", right = ""] = runNames(runs);
  return (
    <>
      {comparison.sameTask === false && (
        <p class="notes">The two runs did not have the same task.</p>
      )}
      {[comparison.left, comparison.right].flatMap(({ doubts }, at) =>
        doubts.map((doubt) => (
          <p key={`${at} ${doubt}`} class="notes">
            Do not rely on the {at === 0 ? "first" : "second"} run: <bdi>{doubt}</bdi>
          </p>
        )),
      )}
      <p>{differenceText(comparison)}</p>
      <Table label="Runs" columns={runColumns} rows={runs} />
      <section class="part">
        <h2>Steps</h2>
        <AlignedSteps steps={comparison.steps} left={left} right={right} />
      </section>
      {comparison.files !== null && (
        <section class="part">
          <h2>Captured files</h2>
          <ChangedFiles files={comparison.files} />
        </section>
      )}
      <section class="part">
        <h2>Patches</h2>
        <PatchLines lines={comparison.patches.lines} left={left} right={right} />
      </section>
    </>
  );
}
