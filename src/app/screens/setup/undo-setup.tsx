import { useState } from "preact/hooks";
import { Problem } from "../../../web/components/problem.tsx";
import { call } from "../../api.ts";
import { CancelButton, useAskingButton } from "../../cancel-button.tsx";
import type { Action } from "../../use-action.ts";
import type { SetupData } from "./setup-data.ts";

const RESULTS = {
  restored: "gets back every byte",
  removed: "is removed",
  cleaned: "loses our entries; it was changed since",
  unchanged: "stays as it is",
  left: "keeps what is noted of our hooks, in a notation that Holdall does not edit",
} as const;

/** Takes the newest setup back, after a look at what that does. */
export function UndoSetup({ action }: { readonly action: Action }) {
  const [shown, setShown] = useState<SetupData["undone"] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const asking = useAskingButton(shown !== null);
  const rehearse = () => {
    call("setup", { undo: true, "dry-run": true }).then(({ undone }) => setShown(undone), setError);
  };
  const undo = () => action.run("setup", { undo: true }, () => "The setup was undone.");
  return (
    <section class="part">
      <h2>Take it back</h2>
      {error !== null && <Problem error={error} />}
      {shown === null ? (
        <p class="buttons">
          <button ref={asking} type="button" onClick={rehearse}>
            Undo the setup
          </button>
        </p>
      ) : (
        <>
          <ul>
            {shown.map(({ name, file, action: result }) => (
              <li key={`${file} ${result}`}>
                {name}: <bdi class="path">{file}</bdi> {RESULTS[result]}
              </li>
            ))}
          </ul>
          <p class="do-it">
            <button type="button" disabled={action.isRunning} onClick={() => void undo()}>
              Yes, undo it
            </button>
            <CancelButton onCancel={() => setShown(null)} />
          </p>
        </>
      )}
    </section>
  );
}
