import { namesOf, type Registry } from "../base/registry.ts";
import type { Operation } from "./define-operation.ts";

/** Every operation by the words that call it. Add a line; command line, help and reference docs follow. */
const operations = {
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
  "mcp install": () => import("./mcp-install.ts"),
  "mcp uninstall": () => import("./mcp-uninstall.ts"),
  formats: () => import("./formats.ts"),
  schema: () => import("./schema.ts"),
  conformance: () => import("./conformance.ts"),
  completion: () => import("./completion.ts"),
} satisfies Registry<Operation>;

/** The name of an operation. */
export type OperationName = keyof typeof operations;

/** The names of all operations, in reading order. */
export const operationNames = namesOf(operations);

/** Loads an operation. */
export async function loadOperation(name: OperationName): Promise<Operation> {
  return (await operations[name]()).default as Operation;
}
