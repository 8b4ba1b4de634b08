import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { LongWait } from "../../../web/components/long-wait.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { ActionResult } from "../../action-result.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { useChosenSession } from "../handoff/chosen-session.ts";
import { SessionChoice } from "../handoff/session-choice.tsx";
import { shareAddress } from "../share/share-data.ts";
import { PackContents } from "./pack-contents.tsx";
import { changedTexts, type PackTexts, TextFields } from "./pack-texts.tsx";
import { startAddress } from "./run-data.ts";

/** Packs a session as a task that other agents can do: a dry run first, then the bundle. */
export default function Pack({ search }: ScreenProps) {
  const agent = search.get("agent") ?? "";
  const session = search.get("session") ?? "";
  const chosen = useChosenSession(agent, session);
  return (
    <>
      <div class="choices">
        <SessionChoice agent={agent} session={session} chosen={chosen} />
      </div>
      {session !== "" && <PackSession key={session} session={session} />}
    </>
  );
}

function PackSession({ session }: { readonly session: string }) {
  const [out, setOut] = useState(`task-${shortId(session)}`);
  const [hidesTests, setHidesTests] = useState(false);
  const [packed, setPacked] = useState<string | null>(null);
  const [workspace, setWorkspace] = useState("");
  const [texts, setTexts] = useState<PackTexts>({ title: null, prompt: null });
  const files = workspace.trim() === "" ? {} : ({ workspace, state: "before" } as const);
  const input = {
    "from-session": session,
    out,
    "hide-tests": hidesTests,
    ...files,
    ...changedTexts(texts),
  };
  const trial = useCall(
    packed !== null || out.trim() === ""
      ? null
      : { operation: "task pack", input: { ...input, "dry-run": true }, isLong: true, delay: 400 },
  );
  const action = useAction(() => setPacked(out));
  const named =
    workspace.trim() === "" ? "" : ` --workspace ${quoteForShell(workspace)} --state before`;
  const changed = Object.entries(changedTexts(texts)).map(
    ([key, text]) => ` --${key} ${quoteForShell(text)}`,
  );
  const options = `${named}${hidesTests ? " --hide-tests" : ""}${changed.join("")}`;
  useHead({
    command: `holdall task pack --from-session ${session} --out ${quoteForShell(out)}${options}`,
  });
  const pack = () =>
    action.run("task pack", input, ({ files }) => `Packed ${out} (${formatCount(files, "file")})`);
  if (packed !== null) {
    return (
      <>
        <ActionResult action={action} />
        <p class="links">
          <a href={startAddress(packed)}>Let agents do it</a>
          <a href={`/runs/show?bundle=${encodeURIComponent(packed)}`}>Look at it</a>
          <a href={shareAddress(packed)}>Share it</a>
        </p>
      </>
    );
  }
  return (
    <>
      <form class="options" onSubmit={(event) => event.preventDefault()}>
        <label class="field wide">
          New folder for the task
          <input
            type="text"
            spellcheck={false}
            value={out}
            onInput={(event) => setOut(event.currentTarget.value)}
          />
        </label>
        <label class="field wide">
          Folder with the files from before the task (optional)
          <input
            type="text"
            spellcheck={false}
            placeholder="found in Git, where the project has it"
            value={workspace}
            onInput={(event) => setWorkspace(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={hidesTests}
            onChange={(event) => setHidesTests(event.currentTarget.checked)}
          />{" "}
          Hide its tests from agents
        </label>
      </form>
      {trial.value !== null && (
        <TextFields texts={texts} packed={trial.value} onChange={setTexts} />
      )}
      {trial.isLoading && (
        <LongWait what={trial.progress || "Reading the session"} onCancel={trial.cancel} />
      )}
      {trial.error !== null && <Problem error={trial.error} onRetry={trial.reload} />}
      {trial.value !== null && trial.error === null && <PackContents task={trial.value} />}
      <p class="buttons">
        <button
          type="button"
          class="primary"
          disabled={action.isRunning || trial.isLoading || trial.value === null}
          onClick={() => void pack()}
        >
          Pack the task
        </button>
      </p>
      <ActionResult action={action} />
    </>
  );
}
