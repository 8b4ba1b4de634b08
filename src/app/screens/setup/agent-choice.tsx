import type { SetupAgent } from "./setup-data.ts";
import { isOpen } from "./setup-data.ts";

interface AgentChoiceProps {
  readonly agent: SetupAgent;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

const RESULTS = {
  added: "will be added to",
  updated: "will be updated in",
  unchanged: "is in",
  missing: "is not possible:",
  refused: "cannot be added:",
} as const;

/** An agent with what it gets, and whether it is to get it. */
export function AgentChoice({ agent, isChosen, onToggle }: AgentChoiceProps) {
  const { name, steps, todo } = agent;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isChosen && isOpen(agent)}
          disabled={!isOpen(agent)}
          onChange={onToggle}
        />{" "}
        <strong>{name}</strong>
        {!isOpen(agent) && <span class="quiet"> nothing to change</span>}
      </label>
      <ul>
        {steps.map(({ step, title, action, file, reason }) => (
          <li key={step} class={action === "refused" ? "bad" : ""}>
            {title} {step === "hooks" ? RESULTS[action].replace("is ", "are ") : RESULTS[action]}{" "}
            {reason === null ? <bdi class="path">{file}</bdi> : <bdi>{reason}</bdi>}
          </li>
        ))}
        {todo.map((each) => (
          <li key={each} class="setup-todo">
            To do: <bdi>{each}</bdi>
          </li>
        ))}
      </ul>
    </li>
  );
}
