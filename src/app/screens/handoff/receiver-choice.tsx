import type { InstalledAgents } from "../../installed-agents.ts";
import { type KnownAgent, knownAgents } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";

/** Agents to which a session can be handed over. */
const receivers = knownAgents.filter((agent) => agent.receives);

/** The receiver that is offered first: another agent than the source, and one that is here. */
export function firstReceiver(from: string, installed: InstalledAgents | null): string {
  const others = receivers.filter(({ id }) => id !== from);
  return (others.find(({ id }) => installed?.has(id)) ?? others[0])?.id ?? "";
}

/** The receiver that is chosen. */
interface ReceiverChoiceProps {
  readonly to: string;
  /** Agents whose programs are here; null until that is known. */
  readonly installed: InstalledAgents | null;
}

/** Chooses the receiver: those that are here first, and apart from the others. */
export function ReceiverChoice({ to, installed }: ReceiverChoiceProps) {
  const here = receivers.filter(({ id }) => installed?.has(id) !== false);
  const others = receivers.filter((agent) => !here.includes(agent));
  return (
    <label class="field">
      Receiver
      <select value={to} onChange={(event) => setQuery({ to: event.currentTarget.value })}>
        {here.map((agent) => (
          <Receiver key={agent.id} {...agent} to={to} />
        ))}
        {others.length > 0 && (
          <optgroup label="Not installed here">
            {others.map((agent) => (
              <Receiver key={agent.id} {...agent} to={to} />
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

function Receiver({ id, name, to }: KnownAgent & { readonly to: string }) {
  return (
    <option value={id} selected={id === to}>
      {name}
    </option>
  );
}

/** What a handoff to an agent that is not here is good for. */
export function NotInstalled({ name }: { readonly name: string }) {
  return (
    <p class="quiet" role="note">
      {name} was not found on this machine. The session is written where {name} looks for its
      sessions, and can be continued once it is installed; it cannot show the session before.
    </p>
  );
}
