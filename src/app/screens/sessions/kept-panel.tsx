import { formatBytes, formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { formatAgo } from "../../../web/text/format-time.ts";
import { ActionResult } from "../../action-result.tsx";
import type { Answer } from "../../answers.ts";
import { EVERY, KeepSwitch } from "../../keep-switch.tsx";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { GoneSessions } from "./gone-sessions.tsx";

type Status = Answer<"keep status">;

/** What is kept of all sessions, since when, and what would be lost today without it. */
export function KeptPanel() {
  const { value, error, reload } = useCall({ operation: "keep status", input: {} });
  const action = useAction(reload);
  // The list below is what the screen is for: it does not wait for this, and shows its own errors.
  if (value === null || error !== null) return null;
  return (
    <section class="kept-panel" aria-label="Kept sessions">
      <p>
        {value.exists ? <Kept status={value} /> : <NothingKept />} {unkeptText(value.unkept)}
      </p>
      {value.gone > 0 && <GoneSessions />}
      {value.unread > 0 && (
        <p>
          Some of it is sealed, and this machine has no key. To open it here:{" "}
          <code>holdall keep now --identity FILE</code>
        </p>
      )}
      <p class="quiet">
        <Automation {...value.automation} />
      </p>
      <p class="buttons">
        <button
          type="button"
          disabled={action.isRunning}
          onClick={() => void action.run("keep now", {}, describeRun, { isLong: true })}
        >
          {action.isRunning ? action.progress || "Keeping …" : "Keep all sessions now"}
        </button>
      </p>
      <KeepSwitch key={String(value.automation.on)} isOn={value.automation.on} onChange={reload} />
      <ActionResult action={action} />
    </section>
  );
}

function describeRun({ sessions, failed }: Answer<"keep now">): string {
  const kept = `Kept ${formatCount(sessions, "session")}`;
  return failed.length === 0 ? kept : `${kept}; ${formatCount(failed.length, "file")} failed`;
}

function NothingKept() {
  return (
    <>
      <strong>No session is kept.</strong> What an agent deletes is lost.
    </>
  );
}

function Kept({ status }: { readonly status: Status }) {
  const { sessions, gone, since, stored, now, machines } = status;
  const last = machines
    .map(({ checked_at }) => checked_at)
    .sort()
    .at(-1);
  return (
    <>
      <strong>{formatCount(sessions, "session")} kept</strong>
      {since !== null && ` since ${formatMinute(since).slice(0, DATE)}`} ({formatBytes(stored)})
      {last !== undefined && `, last ${formatAgo(last, now)}`}. {goneText(gone)}
    </>
  );
}

function goneText(gone: number): string {
  if (gone === 0) return "All of them are still at their agents.";
  const [exist, they] = gone === 1 ? ["exists", "it"] : ["exist", "they"];
  return `${formatNumber(gone)} of them ${exist} nowhere else: without the backup, ${they} would be lost today.`;
}

function unkeptText(unkept: Status["unkept"]): string {
  const { sessions, changed } = unkept ?? { sessions: 0, changed: 0 };
  const parts = [
    ...(sessions === 0 ? [] : [formatCount(sessions, "session")]),
    ...(changed === 0 ? [] : [`what is new in ${formatCount(changed, "kept session")}`]),
  ];
  return parts.length === 0 ? "" : `Not kept yet: ${parts.join(", and ")}.`;
}

/** Digits of a date in a time. */
const DATE = 10;

function Automation({ on, every, name, hooks, problems }: Status["automation"]) {
  const [problem] = problems;
  if (problem !== undefined)
    return (
      <span class="bad">
        Keeping by itself: {problem.state}; {problem.cure}
      </span>
    );
  if (!on) return <>They are kept only when somebody does it.</>;
  const hosts = [...new Set(hooks.map(({ host }) => host))].join(", ");
  return (
    <>
      Kept by itself
      {name === null ? "" : ` ${EVERY[every]} by ${name}`}
      {hosts === "" ? "" : `${name === null ? "" : ", and"} by hooks of ${hosts}`}.
    </>
  );
}
