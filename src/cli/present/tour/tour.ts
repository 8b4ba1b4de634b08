import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { formatCount } from "../../../base/text/format-count.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import convert from "../bundle/convert.ts";
import diff from "../bundle/diff.ts";
import inspect from "../bundle/inspect.ts";
import pack from "../bundle/pack.ts";
import verify from "../bundle/verify.ts";
import handoff from "../handoff/handoff.ts";
import imported from "../handoff/import.ts";
import sessions from "../handoff/sessions.ts";
import kitExport from "../kit/export.ts";
import init from "../ledger/init.ts";
import type { Lines, PiecePresenter, Presenter, Shown } from "../presenter.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import sessionResume from "../session/resume.ts";
import stateCommit from "../state/commit.ts";
import stateLog from "../state/log.ts";
import stateReplay from "../state/replay.ts";
import stateShow from "../state/show.ts";
import threadCompile from "../thread/compile.ts";
import threadNew from "../thread/new.ts";
import threadPost from "../thread/post.ts";

/** How many lines of a long result the short tour shows, from its beginning and from its end. */
const BRIEF_HEAD = 8;
const BRIEF_TAIL = 2;

/**
 * The tour shows each step with the presenter of the real command, so that its output cannot become
 * outdated.
 */
const presenters: Readonly<Record<string, Lines<never>>> = {
  convert,
  diff,
  handoff,
  import: imported,
  init,
  inspect,
  pack,
  sessions,
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

/** The closing lines, after all steps have been printed as pieces. */
const present: Presenter<"tour"> = ({ more, kept, bundles, proofs }, terminal) => {
  const rest =
    more.length === 0 ? [] : [`More: holdall tour ${more.join("|")}, or holdall tour --full.`];
  const next =
    kept === null
      ? "The scratch folder is removed. Next: holdall --help"
      : `Kept in ${terminal.path(kept)}, as they were before the tour: ${bundles.join(", ")}. Next: cd ${quoteForShell(terminal.path(kept))}`;
  return [...proofs.flatMap((proof) => ["", proof]), "", ...rest, ...wrap(next, terminal.width)];
};

export default present;

/** One step: its sentence, the command line, and the result as the command itself shows it. */
export const piece: PiecePresenter<"tour"> = ({ step, folder, opens, brief }, terminal) => {
  const inFolder: Terminal = {
    ...terminal,
    width: terminal.width - 2,
    path: (absolute) => path.relative(folder, absolute),
  };
  // Each step names the operation whose output it contains, so the cast is safe.
  const all = presenters[step.operation]?.(step.output as never, inFolder) ?? [];
  const shown = brief ? shortened(all, inFolder.width) : all;
  const heading = wrap(step.say, terminal.width).map((line) => terminal.style("bold", line));
  return [
    ...(opens === "tour" ? heading : opens === "paragraph" ? ["", ...heading] : []),
    terminal.style("cyan", `$ ${step.command}`),
    ...shown.map((line) => `  ${line}`.trimEnd()),
    ...(step.exit === 0 ? [] : [terminal.style("dim", `  exit code ${step.exit}`)]),
  ];
};

/** The beginning and the end of a result, no line wider than the terminal. */
function shortened(lines: readonly string[], width: number): string[] {
  const clipped = lines.map((line) => {
    const plain = stripVTControlCharacters(line);
    return plain.length > width ? `${plain.slice(0, width - 1)}…` : line;
  });
  const hidden = lines.length - BRIEF_HEAD - BRIEF_TAIL;
  if (hidden <= 1) return clipped;
  return [
    ...clipped.slice(0, BRIEF_HEAD),
    `… ${hidden} more lines …`,
    ...clipped.slice(-BRIEF_TAIL),
  ];
}

/** A request is a page of JSON: here only its outline. */
function compiled(output: Shown<"thread compile">, terminal: Terminal): readonly string[] {
  if (output.request === null) return threadCompile(output, terminal);
  const { path: address, body } = output.request;
  const parts = Object.entries(body).map(([key, value]) =>
    Array.isArray(value) ? `${key} (${value.length})` : key,
  );
  return [
    `POST ${address}  ${formatCount(JSON.stringify(body).length, "byte")}: ${parts.join(", ")}`,
  ];
}
