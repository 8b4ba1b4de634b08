import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";

/** A task and the checks that judge its runs. */
interface ProveTaskProps {
  readonly bundle: string;
  readonly checks: string;
}

/** Proves a task before agents are compared with it. Checks that run commands are left to the command line. */
export function ProveTask({ bundle, checks }: ProveTaskProps) {
  const [asked, setAsked] = useState<ProveTaskProps | null>(null);
  const isAsked = asked?.bundle === bundle && asked.checks === checks;
  const proof = useCall(
    isAsked ? { operation: "task check", input: { bundle, checks }, isLong: true } : null,
  );
  if (bundle.trim() === "" || checks.trim() === "") return null;
  return (
    <div class="prove-task">
      <p class="buttons">
        <button
          type="button"
          disabled={isAsked && proof.isLoading}
          onClick={() => setAsked({ bundle, checks })}
        >
          Do these checks distinguish a solution from nothing?
        </button>
      </p>
      {isAsked && (
        <Answered answer={proof} what="Proving the task">
          {({ isSound, faults, notes }) => (
            <ul class="outline" role="status">
              {isSound && (
                <li>
                  <Mark look="good">They do: a solution passes, doing nothing fails</Mark>
                </li>
              )}
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
              {faults.map((fault) => (
                <li key={fault}>
                  <Mark look="bad">{fault}</Mark>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      )}
      {isAsked && proof.error !== null && (
        <p class="quiet">
          Checks that run commands are for a terminal, once you trust them:{" "}
          <CommandLine
            command={`holdall task check ${quoteForShell(bundle)} --checks ${quoteForShell(checks)} --allow-exec`}
          />
        </p>
      )}
    </div>
  );
}
