import { CommandLine } from "../web/components/command-line.tsx";
import { ActionResult } from "./action-result.tsx";
import { CallError } from "./api.ts";
import { showAgain } from "./generation.ts";
import { useAction } from "./use-action.ts";

/** Whether a call failed only because the project has no workspace. */
export function isWithoutWorkspace(error: unknown): boolean {
  return (
    error instanceof CallError &&
    error.code === "E_NOT_FOUND" &&
    error.message.startsWith("Cannot find a workspace")
  );
}

/** What a project without a workspace lacks, and the button that creates one. */
export function NoWorkspace() {
  const action = useAction(showAgain);
  return (
    <section class="empty no-workspace" aria-label="No workspace">
      <p class="empty-title">This project has no workspace yet.</p>
      <p>
        A workspace keeps decisions, constraints and facts in a ledger that shows every change, in
        the folder <code>.holdall</code>. Sessions can be read, searched and handed over without
        one.
      </p>
      <button
        type="button"
        class="primary"
        disabled={action.isRunning}
        onClick={() => void action.run("init", {}, ({ location }) => `Created ${location}`)}
      >
        Create a workspace
      </button>
      <p class="quiet">
        The same in a terminal: <CommandLine command="holdall init" />
      </p>
      <ActionResult action={action} />
    </section>
  );
}
