import { useInstalledAgents } from "../../installed-agents.ts";
import { knownAgents } from "../../known-adapters.ts";
import { ModelFields } from "./model-fields.tsx";
import { ProveTask } from "./prove-task.tsx";
import { type RunChoice, STANDARD_MINUTES } from "./run-data.ts";

/** What is chosen, and what is done with it. */
interface RunFieldsProps {
  readonly choice: RunChoice;
  readonly isRunning: boolean;
  readonly onChange: (changes: Partial<RunChoice>) => void;
  readonly onAsk: () => void;
}

/** Agents that can be given a task. */
const runnable = knownAgents.filter(({ runs }) => runs);

/** Chooses a task, the agents that do it, and the limits. */
export function RunFields({ choice, isRunning, onChange, onAsk }: RunFieldsProps) {
  const { bundle, agents, out } = choice;
  const installed = useInstalledAgents();
  const offered = runnable.toSorted(
    (left, right) => Number(installed?.has(right.id)) - Number(installed?.has(left.id)),
  );
  const toggle = (id: string) =>
    onChange({
      agents: agents.includes(id) ? agents.filter((each) => each !== id) : [...agents, id],
    });
  const isComplete = bundle.trim() !== "" && out.trim() !== "" && agents.length > 0;
  return (
    <form
      class="run-fields"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <div class="options">
        <TextField
          label="Task: a folder or an archive"
          value={bundle}
          placeholder="task"
          onChange={(text) => onChange({ bundle: text })}
        />
        <TextField
          label="Folder for the runs"
          value={out}
          placeholder="runs"
          onChange={(text) => onChange({ out: text })}
        />
      </div>
      <fieldset class="agents">
        <legend>Agents</legend>
        {offered.map(({ id, name }) => (
          <label key={id} class="check">
            <input type="checkbox" checked={agents.includes(id)} onChange={() => toggle(id)} />{" "}
            {name}
            {installed?.has(id) === false && <span class="quiet"> (not installed)</span>}
          </label>
        ))}
      </fieldset>
      {agents.length > 0 && <ModelFields choice={choice} onChange={onChange} />}
      <div class="options">
        <NumberField
          label="Runs of each agent"
          value={choice.repeat}
          max={100}
          onChange={(repeat) => onChange({ repeat: repeat ?? 1 })}
        />
        <NumberField
          label="Minutes that one may take"
          value={choice.minutes}
          max={1440}
          onChange={(minutes) => onChange({ minutes: minutes ?? STANDARD_MINUTES })}
        />
        <NumberField
          label="US dollars for all (optional)"
          value={choice.budget}
          max={100_000}
          onChange={(budget) => onChange({ budget })}
        />
        <TextField
          label="File with checks (optional)"
          value={choice.checks}
          placeholder="checks.json"
          onChange={(text) => onChange({ checks: text })}
        />
      </div>
      <ProveTask bundle={bundle} checks={choice.checks} />
      <p class="buttons">
        <button type="submit" class="primary" disabled={!isComplete || isRunning}>
          What would run?
        </button>
      </p>
    </form>
  );
}

interface FieldProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function TextField({
  label,
  value,
  placeholder,
  onChange,
}: FieldProps<string> & { readonly placeholder: string }) {
  return (
    <label class="field wide">
      {label}
      <input
        type="text"
        spellcheck={false}
        placeholder={placeholder}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function NumberField({
  label,
  value,
  max,
  onChange,
}: FieldProps<number | null> & { readonly max: number }) {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={1}
        max={max}
        value={value ?? ""}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          onChange(Number.isNaN(typed) ? null : typed);
        }}
      />
    </label>
  );
}
