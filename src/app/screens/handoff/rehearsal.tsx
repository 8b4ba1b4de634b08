import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatNumber } from "../../../base/text/format-count.ts";
import { LongWait } from "../../../web/components/long-wait.tsx";
import { HandoffPicture } from "../../../web/components/pictures/handoff-picture.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { handoffReport } from "../../../web/text/handoff-report.ts";
import { call } from "../../api.ts";
import { agentName } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import { type CallState, useCall } from "../../use-call.ts";
import { Done } from "./done.tsx";
import { Estimate } from "./estimate.tsx";
import { HandOverButtons, type ProofChoice } from "./hand-over-buttons.tsx";
import type { HandoffInput } from "./handoff.tsx";
import type { HandoffData } from "./handoff-data.ts";
import { ShareHandoff } from "./share-handoff.tsx";

/** What is tried out. */
interface RehearsalProps extends ProofChoice {
  readonly input: HandoffInput;
  /** Called when a handoff was made or undone. */
  readonly onChange: () => void;
}

/** The dry run of a handoff, and the handoff itself once it has been seen. */
export function Rehearsal({ input, proof, unproven, onChange }: RehearsalProps) {
  const dryRun = useCall({
    operation: "handoff",
    input: { ...input, "dry-run": true },
    isLong: true,
    delay: 250,
  });
  const { value, error, isLoading, isCancelled, reload } = dryRun;
  // The size of everything, which the slider ends with, is known from a dry run without a budget: the one
  // above, unless the address of the screen came with a budget.
  const [cameWithBudget] = useState(input.budget !== undefined);
  const { budget: _, ...unlimited } = input;
  const full = useCall(
    cameWithBudget && value !== null
      ? { operation: "handoff", input: { ...unlimited, "dry-run": true } }
      : null,
  );
  const [seen, setSeen] = useState(0);
  const fullTokens = Math.max(seen, full.value?.tokens ?? 0);
  const [done, setDone] = useState<HandoffData | null>(null);
  const [isUndone, setUndone] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const report = useMemo(() => (value === null ? null : handoffReport(value)), [value]);
  if (value !== null && value.tokens > seen) setSeen(value.tokens);
  // A dry run allows one handoff: the next one is shown again before.
  const startAgain = () => {
    setUndone(true);
    setDone(null);
    onChange();
    reload();
  };
  if (done !== null) return <Done input={input} result={done} onUndone={startAgain} />;
  const handOver = (prove: boolean) => {
    setBusy(true);
    setFailure(null);
    call("handoff", { ...input, prove })
      .then((result) => {
        setDone(result);
        onChange();
      }, setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <section
      class={isLoading && value !== null ? "rehearsal stale" : "rehearsal"}
      aria-live="polite"
    >
      {isUndone && <Undone receiver={agentName(input.to)} />}
      <BudgetSlider
        budget={input.budget ?? null}
        fullTokens={fullTokens}
        window={value?.window ?? null}
      />
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value === null && isLoading && <Estimate input={input} />}
      <Wait {...dryRun} />
      {report !== null && error === null && !isCancelled && (
        <>
          <h2>What {agentName(input.to)} would get</h2>
          <HandoffPicture report={report} />
          {failure !== null && <Problem error={failure} />}
          <HandOverButtons
            {...{ receiver: agentName(input.to), proof, unproven, isBusy }}
            isWaiting={isBusy || isLoading}
            onClick={handOver}
          />
          <ShareHandoff input={input} report={report} isDone={false} />
        </>
      )}
    </section>
  );
}

/** That a handoff was undone; the keyboard continues here, because its button is gone. */
function Undone({ receiver }: { readonly receiver: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} class="done" tabIndex={-1}>
      <span aria-hidden="true">✓</span> Undone: the copy for {receiver} was removed
    </p>
  );
}

/** While the first dry run goes on, and after it was cancelled. */
function Wait({ value, isLoading, isCancelled, ...call }: CallState<HandoffData>) {
  const { progress, cancel, reload } = call;
  if (isLoading && value === null)
    return <LongWait what={progress || "Trying it out"} onCancel={cancel} />;
  if (!isCancelled) return null;
  return (
    <p class="do-it">
      <span>The dry run was cancelled; nothing has been changed.</span>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </p>
  );
}

interface BudgetSliderProps {
  readonly budget: number | null;
  readonly fullTokens: number;
  readonly window: number | null;
}

/** The smallest budget that the operation takes. */
const MIN_BUDGET = 500;

function BudgetSlider({ budget, fullTokens, window }: BudgetSliderProps) {
  const largest = Math.max(fullTokens, budget ?? 0, MIN_BUDGET);
  const chosen = budget ?? largest;
  // How much everything is, the first dry run shows.
  const everything =
    fullTokens === 0 ? "everything" : `everything, ${formatNumber(fullTokens)} tokens`;
  const text = budget === null ? everything : `${formatNumber(budget)} tokens`;
  return (
    <label class="slider">
      <span>
        Budget: <strong>{text}</strong>
        {window !== null && (
          <span class="quiet"> of the {formatNumber(window)} that the receiver’s model takes</span>
        )}
      </span>
      <input
        type="range"
        min={MIN_BUDGET}
        max={largest}
        step={Math.max(1, Math.round((largest - MIN_BUDGET) / 200))}
        value={chosen}
        disabled={fullTokens <= MIN_BUDGET}
        aria-valuetext={text}
        onInput={(event) => {
          const value = Number(event.currentTarget.value);
          setQuery({ budget: value >= largest - largest / 200 ? "" : String(value) });
        }}
      />
    </label>
  );
}
