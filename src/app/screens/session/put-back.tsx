import { useState } from "preact/hooks";
import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { resumeLine } from "../../../web/text/resume-line.ts";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import type { Answer } from "../../answers.ts";
import { CancelButton, useAskingButton } from "../../cancel-button.tsx";
import { showAgain } from "../../generation.ts";
import { agentName } from "../../known-adapters.ts";
import { pathOf } from "../../router.ts";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";

type Restored = Answer<"keep restore">["sessions"][number];

/** A session that only a backup has. */
interface PutBackProps {
  readonly agent: string;
  readonly session: string;
  readonly kept: "gone" | "elsewhere";
}

/** Says that the agent does not have a session, and puts it back once it was shown what that writes. */
export function PutBack({ agent, session, kept }: PutBackProps) {
  const [isOpen, setOpen] = useState(false);
  const name = agentName(agent);
  const asking = useAskingButton(isOpen);
  return (
    <section class="put-back" aria-label="Only kept">
      <p>
        {kept === "gone"
          ? `${name} no longer has this session: it was deleted there. Holdall kept it, so it can be read and handed over.`
          : `${name} does not have this session here: another machine kept it. It can be read and handed over.`}
      </p>
      {isOpen ? (
        <Restoring agent={agent} session={session} onCancel={() => setOpen(false)} />
      ) : (
        <p class="buttons">
          <button ref={asking} type="button" onClick={() => setOpen(true)}>
            Put it back into {name}
          </button>
        </p>
      )}
    </section>
  );
}

interface RestoringProps extends Omit<PutBackProps, "kept"> {
  readonly onCancel: () => void;
}

/** What putting it back would write, and what it has written. */
function Restoring({ agent, session, onCancel }: RestoringProps) {
  const input = { sessions: [session], agent };
  const dryRun = useCall({ operation: "keep restore", input: { ...input, "dry-run": true } });
  const [restored, setRestored] = useState<Restored | null>(null);
  const action = useAction(() => undefined);
  const restore = () =>
    action.run("keep restore", input, ({ sessions: [outcome] }) => {
      if (outcome === undefined || outcome.state === "failed") {
        throw new Error(`Cannot put it back: ${outcome?.reason ?? "it is not kept"}`);
      }
      setRestored(outcome);
      return `Put back into ${agentName(agent)}`;
    });
  return (
    <>
      <ActionResult action={action} />
      {restored === null ? (
        <Answered answer={dryRun} what="Comparing what was kept with what is there">
          {({ sessions: [plan] }) =>
            plan !== undefined && (
              <>
                <Plan plan={plan} />
                <p class="buttons">
                  {plan.state !== "there" && (
                    <button
                      type="button"
                      class="primary"
                      disabled={action.isRunning}
                      onClick={() => void restore()}
                    >
                      {action.isRunning ? "Putting it back …" : "Yes, put it back"}
                    </button>
                  )}
                  <CancelButton onCancel={onCancel} />
                </p>
              </>
            )
          }
        </Answered>
      ) : (
        <HowToContinue restored={restored} />
      )}
    </>
  );
}

function Plan({ plan }: { readonly plan: Restored }) {
  const { state, path, files, bytes, agent } = plan;
  if (state === "there") return <p>It is there already.</p>;
  if (state === "moved")
    return <p>{agentName(agent)}’s own program would take it, under an id that it chooses.</p>;
  return (
    <p>
      This would write {formatCount(files, "file")} ({formatBytes(bytes)}), as it was:{" "}
      <bdi class="path">{path}</bdi>
    </p>
  );
}

function HowToContinue({ restored }: { readonly restored: Restored }) {
  const { agent, id, cwd, resume, notes } = restored;
  return (
    <>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {resume.slice(0, 1).map((command) => (
        <p key={id} class="do-it">
          <span>To continue:</span>
          <CommandLine command={resumeLine({ resume: command, cwd }) ?? ""} />
        </p>
      ))}
      <p>
        <a href={pathOf("sessions", agent, id)} onClick={showAgain}>
          Read it as {agentName(agent)} has it now
        </a>
      </p>
    </>
  );
}
