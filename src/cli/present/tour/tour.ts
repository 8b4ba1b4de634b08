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
import type { Presenter } from "../registry.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import sessionResume from "../session/resume.ts";
import stateCommit from "../state/commit.ts";
import stateLog from "../state/log.ts";
import stateReplay from "../state/replay.ts";
import stateShow from "../state/show.ts";
import threadCompile from "../thread/compile.ts";
import threadNew from "../thread/new.ts";
import threadPost from "../thread/post.ts";

interface Output {
  /** The scratch folder, gone by now. */
  readonly folder: string;
  readonly steps: readonly {
    readonly say: string;
    readonly command: string;
    readonly operation: string;
    readonly exit: number;
    readonly output: unknown;
  }[];
  readonly proofs: readonly string[];
  /** Where the bundles were left, if someone asked for that. */
  readonly kept: string | null;
  readonly bundles: readonly string[];
}

const presenters: Readonly<Record<string, Presenter>> = {
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

export default function present(output: Output, terminal: Terminal): string[] {
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
}

function next({ kept, bundles }: Output, terminal: Terminal): string {
  if (kept === null) return "Next: `holdall --help`, then try it on a bundle of your own.";
  const folder = terminal.path(kept);
  const names = bundles.join(", ");
  return `Kept in ${folder}, as they were before the tour: ${names}. Next: \`cd ${folder}\`, then \`holdall --help\`.`;
}

interface Compiled {
  readonly request: {
    readonly path: string;
    readonly body: Readonly<Record<string, unknown>>;
  } | null;
}

/** A request is a page of JSON: here only its outline. */
function compiled(
  output: Parameters<typeof threadCompile>[0] & Compiled,
  terminal: Terminal,
): string[] {
  if (output.request === null) return threadCompile(output, terminal);
  const { path: address, body } = output.request;
  const parts = Object.entries(body).map(([key, value]) =>
    Array.isArray(value) ? `${key} (${value.length})` : key,
  );
  return [`POST ${address}  ${JSON.stringify(body).length} bytes: ${parts.join(", ")}`];
}
