import { useState } from "preact/hooks";
import { Problem } from "../web/components/problem.tsx";
import { ActionResult } from "./action-result.tsx";
import type { Answer } from "./answers.ts";
import { call } from "./api.ts";
import { CancelButton, useAskingButton } from "./cancel-button.tsx";
import { agentName } from "./known-adapters.ts";
import { useAction } from "./use-action.ts";
import { useCall } from "./use-call.ts";

type KeepOn = Answer<"keep on">;
type Every = KeepOn["every"];

/** How often sessions are kept, in words. */
export const EVERY: Readonly<Record<Every, string>> = { "1h": "every hour", "1d": "every day" };

/** Whether sessions are kept by themselves, and who is informed of a change. */
export interface KeepSwitchProps {
  readonly isOn: boolean;
  readonly onChange: () => void;
}

/** Lets this machine keep sessions by itself, or no longer: what that writes is shown before it is done. */
export function KeepSwitch({ isOn, onChange }: KeepSwitchProps) {
  return isOn ? <SwitchOff onChange={onChange} /> : <SwitchOn onChange={onChange} />;
}

function SwitchOn({ onChange }: Pick<KeepSwitchProps, "onChange">) {
  const [every, setEvery] = useState<Every | null>(null);
  const dryRun = useCall(
    every === null ? null : { operation: "keep on", input: { every, "dry-run": true } },
  );
  const action = useAction(onChange);
  const asking = useAskingButton(every !== null);
  const plan = every === null ? null : dryRun.value;
  return (
    <div class="keep-switch">
      {every === null && (
        <p class="buttons">
          <button ref={asking} type="button" onClick={() => setEvery("1h")}>
            Keep them automatically
          </button>
        </p>
      )}
      {dryRun.error !== null && <Problem error={dryRun.error} onRetry={dryRun.reload} />}
      {plan !== null && !isStarted(plan) && <NothingStartsIt plan={plan} />}
      {plan !== null && isStarted(plan) && (
        <>
          <p>
            {plan.behaviour ??
              "Hooks of your agents keep a session before a compaction and at its end."}{" "}
            {plan.changes.length > 0 && "This would be written:"}
          </p>
          <Changes changes={plan.changes} settings={plan.settings} />
          <p class="buttons">
            {plan.scheduler !== null && <HowOften every={plan.every} onChange={setEvery} />}
            <button
              type="button"
              class="primary"
              disabled={action.isRunning || plan.every !== every}
              onClick={() =>
                void action.run(
                  "keep on",
                  { every },
                  () => "Sessions are kept by themselves from now on.",
                )
              }
            >
              {action.isRunning ? "Turning it on …" : "Yes, keep them"}
            </button>
            <CancelButton onCancel={() => setEvery(null)} />
          </p>
        </>
      )}
      <ActionResult action={action} />
    </div>
  );
}

interface HowOftenProps {
  readonly every: Every;
  readonly onChange: (every: Every) => void;
}

function HowOften({ every, onChange }: HowOftenProps) {
  return (
    <label class="field">
      How often
      <select
        value={every}
        onChange={(event) => onChange(event.currentTarget.value === "1d" ? "1d" : "1h")}
      >
        <option value="1h">{EVERY["1h"]}</option>
        <option value="1d">{EVERY["1d"]}</option>
      </select>
    </label>
  );
}

function isStarted({ scheduler, hooks }: KeepOn): boolean {
  return scheduler !== null || hooks.length > 0;
}

function NothingStartsIt({ plan: { passed_over, waiting } }: { readonly plan: KeepOn }) {
  return (
    <>
      <p>Nothing on this machine can start it:</p>
      <ul>
        {passed_over.map(({ scheduler, reason }) => (
          <li key={scheduler}>
            {scheduler}: {reason}
          </li>
        ))}
      </ul>
      {waiting.map(({ host, cure }) => (
        <p key={host}>
          {agentName(host)} could, and does not run our hooks yet: {cure}
        </p>
      ))}
      {waiting.length === 0 && (
        <p>
          Agents can, when a session ends: <a href="/setup">set them up</a>, then come back.
        </p>
      )}
    </>
  );
}

function Changes({ changes, settings }: Pick<KeepOn, "changes" | "settings">) {
  const written = changes.filter(({ action }) => action !== "unchanged");
  return (
    <>
      {written.map(({ file, text }) => (
        <figure class="diff" key={file}>
          <figcaption>
            <bdi class="path">{file}</bdi>
          </figcaption>
          <pre>{text ?? "removed"}</pre>
        </figure>
      ))}
      <p class="quiet">
        The choice is remembered in <bdi class="path">{settings}</bdi>.
      </p>
    </>
  );
}

function SwitchOff({ onChange }: Pick<KeepSwitchProps, "onChange">) {
  const [files, setFiles] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const action = useAction(onChange);
  const asking = useAskingButton(files !== null);
  const look = () => {
    call("keep off", { "dry-run": true }).then(
      ({ changes }) => setFiles(changes.map(({ file }) => file)),
      setError,
    );
  };
  const turnOff = () =>
    void action.run("keep off", {}, () => "Sessions are no longer kept by themselves.");
  return (
    <div class="keep-switch">
      {error !== null && <Problem error={error} />}
      {files === null ? (
        <p class="buttons">
          <button ref={asking} type="button" onClick={look}>
            Stop keeping them automatically
          </button>
        </p>
      ) : (
        <>
          <p>
            What was kept stays.{" "}
            {files.length > 0 && (
              <>
                Our lines leave <bdi class="path">{files.join(", ")}</bdi>.
              </>
            )}
          </p>
          <p class="buttons">
            <button type="button" disabled={action.isRunning} onClick={turnOff}>
              Yes, turn it off
            </button>
            <CancelButton onCancel={() => setFiles(null)} />
          </p>
        </>
      )}
      <ActionResult action={action} />
    </div>
  );
}
