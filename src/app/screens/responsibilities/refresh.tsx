import { useState } from "preact/hooks";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { type RefreshResult, reportRefresh } from "./responsibility-data.ts";

/** Which responsibility is refreshed. */
interface RefreshProps {
  readonly id: string;
  readonly onDone: () => void;
}

/** Rebuilds the curated files: a dry run shows what would change, then the button does it. */
export function Refresh({ id, onDone }: RefreshProps) {
  const [isAsked, setAsked] = useState(false);
  const input = { id, "dry-run": true };
  const trial = useCall(isAsked ? { operation: "context refresh", input } : null);
  const action = useAction(() => {
    setAsked(false);
    onDone();
  });
  const [result] = trial.value?.results ?? [];
  return (
    <>
      <ActionResult action={action} />
      {isAsked && (
        <Answered answer={trial} what="Trying a refresh">
          {({ results }) => results.map((each) => <Trial key={each.at} result={each} />)}
        </Answered>
      )}
      <p class="buttons">
        {isAsked ? (
          <button
            type="button"
            class="primary"
            disabled={action.isRunning || result === undefined || result.blocked !== null}
            onClick={() => void action.run("context refresh", { id }, reportRefresh)}
          >
            Refresh it
          </button>
        ) : (
          <button type="button" onClick={() => setAsked(true)}>
            What would a refresh change?
          </button>
        )}
        <CommandLine command={`holdall context refresh ${id}`} />
      </p>
    </>
  );
}

/** What a refresh would do. */
function Trial({ result }: { readonly result: RefreshResult }) {
  const { changed, unchanged, warnings, blocked, model } = result;
  return (
    <div class="stack" role="status">
      <p class="tally">
        <Mark look={blocked === null ? "good" : "bad"}>
          {blocked === null ? "It would be published" : `It would be blocked: ${blocked.detail}`}
        </Mark>
        {warnings.map((warning) => (
          <Mark key={warning} look="warn">
            {warning.replaceAll("_", " ")}
          </Mark>
        ))}
      </p>
      <p>
        Would change <strong>{changed.join(", ") || "nothing"}</strong>
        {unchanged.length > 0 && <span class="quiet">; unchanged {unchanged.join(", ")}</span>}
      </p>
      {model?.message && (
        <p class="quiet">
          <bdi>{model.message}</bdi>
        </p>
      )}
    </div>
  );
}
