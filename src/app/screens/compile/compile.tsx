import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { providerNames } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { type ThreadShown, threadTitle } from "../threads/thread-data.ts";
import { budgetOf } from "./compile-data.ts";
import { CompiledContext } from "./compiled-context.tsx";
import { SessionStart } from "./session-start.tsx";

/** What a model is given: when a session starts, or to answer the newest message of a thread. */
export default function Compile({ search }: ScreenProps) {
  const list = useCall({ operation: "thread list" });
  return (
    <Answered answer={list} what="Reading the threads">
      {({ threads }) => (
        <Chosen threads={threads.filter(({ messages }) => messages > 0)} search={search} />
      )}
    </Answered>
  );
}

interface ChosenProps extends Pick<ScreenProps, "search"> {
  readonly threads: readonly ThreadShown[];
}

function Chosen({ threads, search }: ChosenProps) {
  const asked = search.get("thread");
  const thread = threads.find(({ thread_id }) => thread_id === asked);
  const budget = search.get("budget");
  const other = search.get("other");
  const render = search.get("render") ?? "";
  const options = [
    budgetOf(budget) === undefined ? "" : ` --budget ${budgetOf(budget)}`,
    render === "" ? "" : ` --render ${render}`,
  ].join("");
  useHead({
    command:
      thread === undefined
        ? "holdall hooks preview"
        : `holdall thread compile ${thread.thread_id} --explain${options}`,
  });
  return (
    <>
      <form class="options" onSubmit={(event) => event.preventDefault()}>
        <label class="field wide">
          Given to
          <select
            value={thread?.thread_id ?? ""}
            onChange={(event) => setQuery({ thread: event.currentTarget.value })}
          >
            <option value="">a new session of an agent, by hooks</option>
            {threads.map((each) => (
              <option key={each.thread_id} value={each.thread_id}>
                whoever answers “{threadTitle(each)}”
              </option>
            ))}
          </select>
        </label>
        {thread !== undefined && (
          <>
            <BudgetField label="Budget in tokens" name="budget" value={budget} />
            <BudgetField label="Compare with" name="other" value={other} />
            <ProviderField value={render} />
          </>
        )}
      </form>
      {thread === undefined ? (
        <SessionStart />
      ) : (
        <div class={budgetOf(other) === undefined ? "columns one" : "columns"}>
          <CompiledContext thread={thread.thread_id} budget={budgetOf(budget)} render={render} />
          {budgetOf(other) !== undefined && (
            <CompiledContext thread={thread.thread_id} budget={budgetOf(other)} render={render} />
          )}
        </div>
      )}
    </>
  );
}

/** Chooses the API that a request is rendered for. */
function ProviderField({ value }: { readonly value: string }) {
  return (
    <label class="field">
      Request for
      <select value={value} onChange={(event) => setQuery({ render: event.currentTarget.value })}>
        <option value="">no provider</option>
        {providerNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface BudgetFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
}

function BudgetField({ label, name, value }: BudgetFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={1}
        step={100}
        inputMode="numeric"
        placeholder={name === "budget" ? "default" : "none"}
        value={value ?? ""}
        onInput={(event) => setQuery({ [name]: event.currentTarget.value })}
      />
    </label>
  );
}
