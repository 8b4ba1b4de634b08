import { agentName } from "../../known-adapters.ts";
import { useCall } from "../../use-call.ts";
import type { RunChoice } from "./run-data.ts";

/** The chosen agents, and the models that were named for them. */
interface ModelFieldsProps {
  readonly choice: Pick<RunChoice, "agents" | "models">;
  readonly onChange: (changes: Pick<RunChoice, "models">) => void;
}

/** Sessions in which models are looked for that an agent can be asked for. */
const MAX_SESSIONS = 200;

/** Chooses the model of each agent; those that it used in the newest sessions are offered. */
export function ModelFields({ choice, onChange }: ModelFieldsProps) {
  const { agents, models } = choice;
  const { value } = useCall({ operation: "sessions", input: { all: true, limit: MAX_SESSIONS } });
  const used = (id: string) => [
    ...new Set(
      value?.sessions.flatMap(({ agent, model }) => (agent === id && model ? [model] : [])),
    ),
  ];
  return (
    <div class="options">
      {agents.map((id) => (
        <label key={id} class="field">
          Model of {agentName(id)} (optional)
          <input
            type="text"
            spellcheck={false}
            list={`models-of-${id}`}
            placeholder="its own choice"
            value={models[id] ?? ""}
            onInput={(event) =>
              onChange({ models: { ...models, [id]: event.currentTarget.value } })
            }
          />
          <datalist id={`models-of-${id}`}>
            {used(id).map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </label>
      ))}
    </div>
  );
}
