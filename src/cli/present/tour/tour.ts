import path from "node:path";
import { type Terminal, wrap } from "../../terminal.ts";
import convert from "../bundle/convert.ts";
import diff from "../bundle/diff.ts";
import inspect from "../bundle/inspect.ts";
import pack from "../bundle/pack.ts";
import verify from "../bundle/verify.ts";
import handoff from "../handoff/handoff.ts";
import imported from "../handoff/import.ts";
import kitExport from "../kit/export.ts";
import init from "../ledger/init.ts";
import type { Lines, Presenter, Shown } from "../presenter.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import sessionResume from "../session/resume.ts";
import stateCommit from "../state/commit.ts";
import stateLog from "../state/log.ts";
import stateReplay from "../state/replay.ts";
import stateShow from "../state/show.ts";
import threadCompile from "../thread/compile.ts";
import threadNew from "../thread/new.ts";
import threadPost from "../thread/post.ts";

type Output = Shown<"tour">;

const presenters: Readonly<Record<string, Lines<never>>> = {
  convert,
  diff,
  handoff,
  import: imported,
  init,
  inspect,
  pack,
  verify,
  "kit export": kitExport,
  "session checkpoint": sessionCheckpoint,
  "session resume": sessionResume,
  "state commit": stateCommit,
  "state log": stateLog,
  "state replay": stateReplay,
  "state show": stateShow,
  "thread new": threadNew,
  "thread post": threadPost,
  "thread compile": compiled,
};

const present: Presenter<"tour"> = (output, terminal) => {
  const lines: string[] = [];
  const inFolder: Terminal = {
    ...terminal,
    width: terminal.width - 2,
    path: (absolute) => path.relative(output.folder, absolute),
  };
  let said = "";
  for (const step of output.steps) {
    if (step.say !== said)
      lines.push("", ...wrap(step.say, terminal.width).map((line) => terminal.style("bold", line)));
    said = step.say;
    lines.push(terminal.style("cyan", `$ ${step.command}`));
    // Each step names the operation whose output it holds.
    const shown = presenters[step.operation]?.(step.output as never, inFolder) ?? [];
    lines.push(...shown.map((line) => `  ${line}`));
    if (step.exit !== 0) lines.push(terminal.style("dim", `  exit code ${step.exit}`));
  }
  return [
    ...lines.slice(1),
    "",
    ...output.proofs,
    "",
    ...wrap(next(output, terminal), terminal.width),
  ];
};

export default present;

function next({ kept, bundles }: Output, terminal: Terminal): string {
  if (kept === null) return "Next: `holdall --help`, then try it on a bundle of your own.";
  const folder = terminal.path(kept);
  const names = bundles.join(", ");
  return `Kept in ${folder}, as they were before the tour: ${names}. Next: \`cd ${folder}\`, then \`holdall --help\`.`;
}

/** A request is a page of JSON: here only its outline. */
function compiled(output: Shown<"thread compile">, terminal: Terminal): readonly string[] {
  if (output.request === null) return threadCompile(output, terminal);
  const { path: address, body } = output.request;
  const parts = Object.entries(body).map(([key, value]) =>
    Array.isArray(value) ? `${key} (${value.length})` : key,
  );
  return [`POST ${address}  ${JSON.stringify(body).length} bytes: ${parts.join(", ")}`];
}
