import { ageOf } from "../../../base/age.ts";
import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import { documentOf } from "../document.ts";
import type { Presenter, Shown } from "../presenter.ts";

const EVERY = { "1h": "every hour", "1d": "every day" } as const;

/** What keeps sessions from now on, what was written for it, and what else would help. */
export const presentKeepOn: Presenter<"keep on"> = (output, terminal) => {
  const { dry_run, every, folder, sealed, settings, scheduler, name, behaviour, changes } = output;
  const verb = dry_run ? "would be" : "are";
  const done =
    scheduler === null
      ? starterless(output, terminal)
      : [
          `Sessions ${verb} kept ${EVERY[every]} by ${name}${folder === null ? "" : `, in ${terminal.path(folder)}`}`,
          `${behaviour}`,
          ...passedOver(output, terminal),
        ];
  return [
    ...done,
    ...(sealed.length === 0 ? [] : [`Sealed for ${sealed.map(printable).join(", ")}`]),
    ...changes.flatMap((change) => changeLines(change, dry_run, terminal)),
    ...(dry_run ? [] : [terminal.style("dim", `Remembered in ${terminal.path(settings)}`)]),
    ...hookLines(output),
    ...(dry_run
      ? ["Preview; nothing was changed."]
      : ["To copy all sessions now: holdall keep now"]),
  ];
};

/** What was removed. */
export const presentKeepOff: Presenter<"keep off"> = ({ dry_run, was_on, changes }, terminal) => {
  const done = dry_run
    ? "Sessions would no longer be kept by themselves"
    : "Sessions are no longer kept by themselves; those that were kept stay";
  return [
    was_on || changes.length > 0 ? done : "Sessions were not kept by themselves",
    ...changes.flatMap((change) => changeLines(change, false, terminal)),
    ...(dry_run ? ["Preview; nothing was changed."] : []),
  ];
};

/** Whether and how sessions are kept by themselves, for `keep status`. */
export function automationLines(
  { on, every, name, hooks, last, problems }: Shown<"keep status">["automation"],
  now: Date,
  terminal: Terminal,
): readonly string[] {
  const starters = [
    ...(name === null ? [] : [`${EVERY[every]} by ${name}`]),
    ...(hooks.length === 0 ? [] : [`by hooks of ${hostNames(hooks)}`]),
  ];
  const how = on
    ? `Kept by itself: ${starters.join(", and ") || "no"}`
    : "Kept by itself: no; `holdall keep on` starts it";
  const age = last === null ? null : ageOf(now.getTime() - Date.parse(last.at));
  return [
    how,
    ...(age === null
      ? []
      : [
          terminal.style("dim", `Last run by itself: ${age === "now" ? "just now" : `${age} ago`}`),
        ]),
    ...problems.flatMap(({ state, cure }) => [
      `${terminal.style("red", "✗")} ${printable(state)}`,
      `  → ${printable(cure)}`,
    ]),
  ];
}

type KeepOn = Shown<"keep on">;

function starterless({ passed_over }: KeepOn, terminal: Terminal): readonly string[] {
  return [
    passed_over.length === 0
      ? "Sessions are kept only by hooks of agents"
      : "Nothing on this machine starts holdall at set times:",
    ...passed_over.map(({ scheduler, reason }) => `  ${scheduler.padEnd(8)}  ${printable(reason)}`),
  ].map((line, at) => (at === 0 ? line : terminal.style("dim", line)));
}

function passedOver({ passed_over }: KeepOn, terminal: Terminal): readonly string[] {
  const reasons = passed_over.map(({ scheduler, reason }) => `${scheduler} (${reason})`);
  return reasons.length === 0
    ? []
    : [terminal.style("dim", printable(`Not usable here: ${reasons.join(", ")}`))];
}

/** Hooks keep a session the moment it ends; a timer may come after it was deleted. */
function hookLines({ scheduler, hooks, waiting, hooks_command }: KeepOn): readonly string[] {
  const waits = waiting.map(({ host, cure }) => `${host} does not run our hooks yet: ${cure}`);
  if (hooks.length > 0) {
    const state = `Hooks of ${hostNames(hooks)} keep sessions before a compaction and at their end`;
    return [state, ...waits];
  }
  if (hooks_command === null) return waits;
  const also = scheduler === null ? "" : " also";
  return [`To keep sessions${also} when they end, add hooks: ${hooks_command}`];
}

function hostNames(hooks: KeepOn["hooks"]): string {
  return hooks
    .map(({ host, scope }) => (scope === "user" ? host : `${host} (this project)`))
    .join(", ");
}

function changeLines(
  { file, action, text }: KeepOn["changes"][number],
  isTextShown: boolean,
  terminal: Terminal,
): readonly string[] {
  const style = action === "unchanged" ? "dim" : "green";
  const line = `${terminal.style(style, action.padEnd(9))}  ${terminal.path(file)}`;
  return isTextShown && text !== null ? [line, documentOf(text)] : [line];
}
