import { useCall } from "../../use-call.ts";
import { hasSome, isOpen } from "../setup/setup-data.ts";

const NAMES = new Intl.ListFormat("en-GB");

/** Offers to set the agents up, while none of those that are here has anything of Holdall. */
export function SetUpAgents() {
  const { value } = useCall({ operation: "setup", input: { "dry-run": true } });
  if (value === null || value.agents.some(hasSome) || !value.agents.some(isOpen)) return null;
  const names = value.agents.filter(isOpen).map(({ name }) => name);
  return (
    <section class="empty" aria-label="Agents that are not set up">
      <p class="empty-title">Your agents do not know Holdall yet.</p>
      <p>
        With its MCP server and hooks, {NAMES.format(names)}{" "}
        {names.length === 1 ? "begins" : "begin"} each session with what is in force, and can search
        earlier ones. You see every change first, and can take it back.
      </p>
      <p>
        <a class="primary set-up" href="/setup">
          Set up your agents
        </a>
      </p>
    </section>
  );
}
