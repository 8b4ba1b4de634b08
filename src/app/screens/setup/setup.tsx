import { useState } from "preact/hooks";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Diff } from "../../../web/components/diff.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { call } from "../../api.ts";
import { KeepSwitch, type KeepSwitchProps } from "../../keep-switch.tsx";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { AgentChoice } from "./agent-choice.tsx";
import { inputFor, isOpen, type SetupData } from "./setup-data.ts";
import { UndoSetup } from "./undo-setup.tsx";

/** What setting up the agents of this machine would change, the button that does it, and the one that takes it back. */
export default function Setup() {
  const plan = useCall({ operation: "setup", input: { yes: true, "dry-run": true } });
  const action = useAction(plan.reload);
  return (
    <>
      <ActionResult action={action} />
      <Answered answer={plan} what="Looking for your agents">
        {(report) => (
          <>
            <Plan
              report={report}
              isRunning={action.isRunning}
              isDone={action.done !== null}
              onSetUp={(input) => void action.run("setup", input, describeDone)}
              onKept={plan.reload}
            />
            {report.undoable > 0 && <UndoSetup key={report.undoable} action={action} />}
          </>
        )}
      </Answered>
    </>
  );
}

function describeDone({ agents }: SetupData): string {
  const names = agents
    .filter(isOpen)
    .map(({ name }) => name)
    .join(", ");
  return `Set up ${names}. From their next session on they begin with what is in force, and can search your earlier sessions.`;
}

interface PlanProps {
  readonly report: SetupData;
  readonly isRunning: boolean;
  /** Whether something was set up here. */
  readonly isDone: boolean;
  readonly onSetUp: (input: object) => void;
  /** Called when it was chosen whether sessions are kept by themselves. */
  readonly onKept: () => void;
}

function Plan({ report, isRunning, isDone, onSetUp, onKept }: PlanProps) {
  const { agents, files, others, keeps_sessions } = report;
  const [left, setLeft] = useState<readonly string[]>([]);
  if (agents.length === 0) return <NoAgents />;
  const shown = files.filter(({ agent }) => !left.includes(agent));
  const toggle = (agent: string) =>
    setLeft(left.includes(agent) ? left.filter((each) => each !== agent) : [...left, agent]);
  const setUp = async () => {
    const input = inputFor(agents, left);
    // The server changes nothing that was not tried with the same agents.
    if (left.length > 0) await call("setup", { ...input, "dry-run": true }).catch(() => null);
    onSetUp(input);
  };
  return (
    <>
      <section class="part first">
        <h2>Agents on this machine</h2>
        <ul class="setup-agents">
          {agents.map((agent) => (
            <AgentChoice
              key={agent.agent}
              agent={agent}
              isChosen={!left.includes(agent.agent)}
              onToggle={() => toggle(agent.agent)}
            />
          ))}
        </ul>
        {others.length > 0 && (
          <p class="quiet">
            Not set up: {others.join(", ")}. Their sessions are read and handed over, but Holdall
            does not know their settings; add <code>holdall mcp</code> to their MCP servers by hand.
          </p>
        )}
        {agents.some(isOpen) ? (
          <p class="do-it">
            <button
              type="button"
              class="primary"
              disabled={isRunning || shown.length === 0}
              onClick={() => void setUp()}
            >
              {isRunning ? "Setting up …" : "Set up as shown"}
            </button>
            {!isDone && <span class="quiet">Nothing has been changed yet.</span>}
          </p>
        ) : (
          <p>
            Nothing to change. To check everything: <CommandLine command="holdall doctor" />
          </p>
        )}
      </section>
      <KeepSessions isOn={keeps_sessions} onChange={onKept} />
      {shown.length > 0 && (
        <section class="part">
          <h2>What would change in their settings</h2>
          {shown.map(({ file, diff }) => (
            <Diff key={file} text={`--- ${file}\n+++ ${file}\n${diff}`} />
          ))}
        </section>
      )}
    </>
  );
}

/** How no session is lost. */
function KeepSessions({ isOn, onChange }: KeepSwitchProps) {
  return (
    <section class="part">
      <h2>Lose no session that an agent deletes</h2>
      <p>This machine {isOn ? "keeps" : "can keep"} a copy of every session by itself.</p>
      <KeepSwitch key={String(isOn)} isOn={isOn} onChange={onChange} />
      <p class="quiet">
        To keep them once, now: the screen <a href="/sessions">Sessions</a>.
      </p>
    </section>
  );
}

function NoAgents() {
  return (
    <Empty title="No agent was found whose settings Holdall can change.">
      <p>
        Neither a known program nor sessions are here. In a terminal you can name one:{" "}
        <CommandLine command="holdall setup --claude" />
      </p>
    </Empty>
  );
}
