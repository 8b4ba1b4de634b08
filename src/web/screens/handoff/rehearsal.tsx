import { useState } from "preact/hooks";
import { formatNumber } from "../../../base/format-count.ts";
import { call } from "../../app/api.ts";
import { setQuery } from "../../app/router.ts";
import { useCall } from "../../app/use-call.ts";
import { FactList } from "../../components/fact-list.tsx";
import { Loading } from "../../components/loading.tsx";
import { Problem } from "../../components/problem.tsx";
import { agentName } from "../../text/agent-names.ts";
import { Done } from "./done.tsx";
import type { HandoffInput } from "./handoff.tsx";
import type { HandoffData } from "./handoff-data.ts";
import { LossPicture } from "./loss-picture.tsx";

/** The dry run of a handoff, and the handoff itself once it has been seen. */
export function Rehearsal({ input }: { readonly input: HandoffInput }) {
  const { value, error, progress, isLoading, reload } = useCall({
    words: "handoff",
    input: { ...input, "dry-run": true },
    isLong: true,
    delay: 250,
  });
  // The size of the whole, which the slider ends with, is known from a dry run without a budget.
  const [whole, setWhole] = useState(0);
  const [done, setDone] = useState<HandoffData | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  if (value !== null && value.tokens > whole) setWhole(value.tokens);
  if (done !== null) return <Done result={done} onUndone={() => setDone(null)} />;
  const handOver = () => {
    setBusy(true);
    setFailure(null);
    call("handoff", input)
      .then(setDone, setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <section
      class={isLoading && value !== null ? "rehearsal stale" : "rehearsal"}
      aria-live="polite"
    >
      <BudgetSlider budget={input.budget ?? null} whole={whole} window={value?.window ?? null} />
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value === null && error === null && <Loading what={progress || "Trying it out"} />}
      {value !== null && error === null && (
        <>
          <h2>What {agentName(input.to)} would get</h2>
          <FactList facts={factsOf(value)} />
          <LossPicture {...value} />
          <Details result={value} />
          {failure !== null && <Problem error={failure} />}
          <p class="do-it">
            <button type="button" class="primary" disabled={isBusy || isLoading} onClick={handOver}>
              {isBusy ? "Handing over …" : `Hand over to ${agentName(input.to)}`}
            </button>
            <span class="quiet">This was a dry run: nothing has been changed yet.</span>
          </p>
        </>
      )}
    </section>
  );
}

interface BudgetSliderProps {
  readonly budget: number | null;
  readonly whole: number;
  readonly window: number | null;
}

/** The smallest budget that the operation takes. */
const SMALLEST = 500;

function BudgetSlider({ budget, whole, window }: BudgetSliderProps) {
  const largest = Math.max(whole, budget ?? 0, SMALLEST);
  const chosen = budget ?? largest;
  const text =
    budget === null
      ? `everything, ${formatNumber(whole)} tokens`
      : `${formatNumber(budget)} tokens`;
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
        min={SMALLEST}
        max={largest}
        step={Math.max(1, Math.round((largest - SMALLEST) / 200))}
        value={chosen}
        disabled={whole <= SMALLEST}
        aria-valuetext={text}
        onInput={(event) => {
          const value = Number(event.currentTarget.value);
          setQuery({ budget: value >= largest - largest / 200 ? "" : String(value) });
        }}
      />
    </label>
  );
}

function factsOf({ conversation, tokens, redactions }: HandoffData) {
  const secrets = redactions.reduce((sum, { count }) => sum + count, 0);
  const facts: readonly (readonly [string, number | null])[] = [
    ["Messages", conversation?.messages ?? null],
    ["Tool calls", conversation?.calls ?? null],
    ["Results", conversation?.results ?? null],
    ["Tokens", tokens],
    ["Secrets replaced", secrets],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label, value: formatNumber(value) }],
  );
}

/** Renamed tools and what else someone should know. */
function Details({ result: { conversation, notes } }: { readonly result: HandoffData }) {
  const renamed = conversation?.renamed_tools ?? [];
  return (
    <>
      {renamed.length > 0 && (
        <details>
          <summary>Tools are called otherwise there ({renamed.length})</summary>
          <ul class="renames">
            {renamed.map(({ from, to, calls }) => (
              <li key={`${from}/${to}`}>
                <code>{from}</code> → <code>{to}</code>{" "}
                <span class="quiet">{formatNumber(calls)} calls</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {notes.length > 0 && (
        <ul class="notes" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
