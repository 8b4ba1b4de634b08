import { useLayoutEffect, useRef } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { LossPicture } from "../../../web/components/pictures/loss-picture.tsx";
import { handoffReport } from "../../../web/text/handoff-report.ts";
import { proofSentence } from "../../../web/text/proof-sentence.ts";
import { resumeLine } from "../../../web/text/resume-line.ts";
import { agentName } from "../../known-adapters.ts";
import { pathOf } from "../../router.ts";
import type { HandoffInput } from "./handoff.tsx";
import type { HandoffData } from "./handoff-data.ts";
import { ShareHandoff } from "./share-handoff.tsx";
import { UndoButton } from "./undo-button.tsx";

/** A handoff that was made. */
interface DoneProps {
  readonly input: HandoffInput;
  readonly result: HandoffData;
  readonly onUndone: () => void;
}

/** Differences that are shown; the command line lists all of them. */
const MAX_SHOWN = 10;

/** What was handed over, how to continue there, and how to take it back. */
export function Done({ input, result, onUndone }: DoneProps) {
  const report = handoffReport(result);
  const { agent, session_id, cwd, resume, undo, proof } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: the keyboard continues with the result.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="rehearsal" role="status">
      <h2 ref={heading} class="good" tabIndex={-1}>
        Handed over to {agentName(agent ?? "")}
      </h2>
      {proof !== undefined && (
        <p class={proof.state === "complete" ? "good" : "bad"}>{proofSentence(proof)}</p>
      )}
      {proof?.findings.slice(0, MAX_SHOWN).map(({ code, file, line, message }, at) => (
        <p key={at}>
          {code} {file}:{line}: {message}
        </p>
      ))}
      {resume.map((command, at) => (
        <p key={at} class="do-it">
          <span>{at === 0 ? "To continue:" : "or:"}</span>
          <CommandLine command={resumeLine({ resume: command, cwd }) ?? ""} />
        </p>
      ))}
      {undo !== null && (
        <p class="do-it">
          <span>To undo:</span>
          <CommandLine command={lineOf(undo)} />
          <UndoButton id={session_id} onUndone={onUndone} />
        </p>
      )}
      {agent !== null && (
        <p>
          <a href={pathOf("sessions", agent, session_id)}>See the session as it arrived</a>
        </p>
      )}
      <LossPicture report={report} />
      <ShareHandoff input={input} report={report} isDone />
    </section>
  );
}

function lineOf(command: readonly string[]): string {
  return command.map(quoteForShell).join(" ");
}
