import type { Terminal } from "../terminal.ts";

/** Turns an operation's output into lines for people. */
export type Presenter<Output = never> = (output: Output, terminal: Terminal) => readonly string[];

/** How each operation's result is shown. One line per operation; a test proves that none is missing. */
export const presenters = {
  tour: () => import("./tour.ts"),
  inspect: () => import("./inspect.ts"),
  verify: () => import("./verify.ts"),
  diff: () => import("./diff.ts"),
  convert: () => import("./convert.ts"),
  pack: () => import("./pack.ts"),
  unpack: () => import("./unpack.ts"),
  sign: () => import("./sign.ts"),
  seal: () => import("./seal.ts"),
  open: () => import("./open.ts"),
  init: () => import("./init.ts"),
  status: () => import("./status.ts"),
  sessions: () => import("./sessions.ts"),
  handoff: () => import("./handoff.ts"),
  "thread new": () => import("./thread-new.ts"),
  "thread ensure": () => import("./thread-ensure.ts"),
  "thread list": () => import("./thread-list.ts"),
  "thread show": () => import("./thread-show.ts"),
  "thread post": () => import("./thread-post.ts"),
  "thread branch": () => import("./thread-branch.ts"),
  "thread handoff": () => import("./thread-handoff.ts"),
  "thread follow": () => import("./thread-follow.ts"),
  "thread archive": () => import("./thread-archive.ts"),
  "thread run begin": () => import("./thread-run-begin.ts"),
  "thread run append": () => import("./thread-run-append.ts"),
  "thread run end": () => import("./thread-run-end.ts"),
  "thread compile": () => import("./thread-compile.ts"),
  "thread cut-points": () => import("./thread-cut-points.ts"),
  "thread checkpoint": () => import("./thread-checkpoint.ts"),
  "thread compact": () => import("./thread-compact.ts"),
  "thread schedule": () => import("./thread-schedule.ts"),
  "thread compaction-status": () => import("./thread-compaction-status.ts"),
  "thread cursor status": () => import("./thread-cursor-status.ts"),
  "thread cursor rotate": () => import("./thread-cursor-rotate.ts"),
  "thread selections": () => import("./thread-selections.ts"),
  "kit export": () => import("./kit-export.ts"),
  "kit import": () => import("./kit-import.ts"),
  "kit status": () => import("./kit-status.ts"),
  "kit validate": () => import("./kit-validate.ts"),
  "kit replay": () => import("./kit-replay.ts"),
  dream: () => import("./dream.ts"),
  "dream diff": () => import("./dream-diff.ts"),
  "dream discard": () => import("./dream-discard.ts"),
  "state commit": () => import("./state-commit.ts"),
  "state show": () => import("./state-show.ts"),
  "state log": () => import("./state-log.ts"),
  "state replay": () => import("./state-replay.ts"),
  "memory store": () => import("./memory-store.ts"),
  "memory find": () => import("./memory-find.ts"),
  "memory get": () => import("./memory-get.ts"),
  "memory list": () => import("./memory-list.ts"),
  "memory retract": () => import("./memory-retract.ts"),
  "memory mark-used": () => import("./memory-mark-used.ts"),
  "memory projects": () => import("./memory-projects.ts"),
  "memory rebuild": () => import("./memory-rebuild.ts"),
  "ledger verify": () => import("./ledger-verify.ts"),
  "ledger import": () => import("./ledger-import.ts"),
  "ledger export": () => import("./ledger-export.ts"),
  "ledger copy": () => import("./ledger-copy.ts"),
  "ledger rebuild": () => import("./ledger-rebuild.ts"),
  "ledger recover": () => import("./ledger-recover.ts"),
  "ledger gc": () => import("./ledger-gc.ts"),
  "artifact get": () => import("./artifact-get.ts"),
  mcp: () => import("./mcp.ts"),
  "mcp install": () => import("./config-changes.ts"),
  "mcp uninstall": () => import("./config-changes.ts"),
  formats: () => import("./formats.ts"),
  schema: () => import("./schema.ts"),
  conformance: () => import("./conformance.ts"),
  completion: () => import("./completion.ts"),
} satisfies Record<string, () => Promise<{ default: Presenter; piece?: Presenter }>>;

/** The presenter of an operation. */
export async function presenterOf(name: string): Promise<Presenter<unknown>> {
  const load = presenters[name as keyof typeof presenters];
  // The table is checked against the operations, so the output is what the presenter expects.
  return (await load()).default as Presenter<unknown>;
}

/** The presenter of the pieces that an operation gives out as they come; null for lines of JSON. */
export async function piecePresenterOf(name: string): Promise<Presenter<unknown> | null> {
  const loaded = await presenters[name as keyof typeof presenters]();
  return "piece" in loaded ? (loaded.piece as Presenter<unknown>) : null;
}
