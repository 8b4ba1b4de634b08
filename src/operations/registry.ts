import { namesOf, type Registry } from "../base/registry.ts";
import type { Operation } from "./operation/operation.ts";

/** Every operation by the words that call it. Add a line; command line, help and reference docs follow. */
const operations = {
  tour: () => import("./tour/tour.ts"),
  inspect: () => import("./bundle/inspect.ts"),
  verify: () => import("./bundle/verify.ts"),
  diff: () => import("./bundle/diff.ts"),
  convert: () => import("./bundle/convert.ts"),
  render: () => import("./bundle/render.ts"),
  pack: () => import("./bundle/pack.ts"),
  unpack: () => import("./bundle/unpack.ts"),
  sign: () => import("./bundle/sign.ts"),
  seal: () => import("./bundle/seal.ts"),
  open: () => import("./bundle/open.ts"),
  init: () => import("./ledger/init.ts"),
  status: () => import("./ledger/status.ts"),
  sessions: () => import("./handoff/sessions.ts"),
  search: () => import("./search/search.ts"),
  show: () => import("./handoff/show.ts"),
  handoff: () => import("./handoff/handoff.ts"),
  import: () => import("./handoff/import.ts"),
  redact: () => import("./handoff/redact.ts"),
  "thread new": () => import("./thread/new.ts"),
  "thread ensure": () => import("./thread/ensure.ts"),
  "thread list": () => import("./thread/list.ts"),
  "thread show": () => import("./thread/show.ts"),
  "thread post": () => import("./thread/post.ts"),
  "thread branch": () => import("./thread/branch.ts"),
  "thread handoff": () => import("./thread/handoff.ts"),
  "thread follow": () => import("./thread/follow.ts"),
  "thread archive": () => import("./thread/archive.ts"),
  "thread run begin": () => import("./thread/run-begin.ts"),
  "thread run append": () => import("./thread/run-append.ts"),
  "thread run end": () => import("./thread/run-end.ts"),
  "thread compile": () => import("./thread/compile.ts"),
  "thread cut-points": () => import("./thread/cut-points.ts"),
  "thread checkpoint": () => import("./thread/checkpoint.ts"),
  "thread compact": () => import("./thread/compact.ts"),
  "thread schedule": () => import("./thread/schedule.ts"),
  "thread compaction-status": () => import("./thread/compaction-status.ts"),
  "thread cursor status": () => import("./thread/cursor-status.ts"),
  "thread cursor rotate": () => import("./thread/cursor-rotate.ts"),
  "thread selections": () => import("./thread/selections.ts"),
  "kit export": () => import("./kit/export.ts"),
  "kit import": () => import("./kit/import.ts"),
  "kit status": () => import("./kit/status.ts"),
  "kit validate": () => import("./kit/validate.ts"),
  "kit replay": () => import("./kit/replay.ts"),
  "kit init": () => import("./kit/init.ts"),
  "kit get": () => import("./kit/get.ts"),
  "kit set": () => import("./kit/set.ts"),
  "okf verify": () => import("./kit/okf-verify.ts"),
  "okf qualify": () => import("./kit/okf-qualify.ts"),
  "okf export": () => import("./kit/okf-export.ts"),
  dream: () => import("./kit/dream.ts"),
  "dream diff": () => import("./kit/dream-diff.ts"),
  "dream adopt": () => import("./kit/dream-adopt.ts"),
  "dream discard": () => import("./kit/dream-discard.ts"),
  "memory store": () => import("./memory/store.ts"),
  "memory find": () => import("./memory/find.ts"),
  "memory context": () => import("./memory/context.ts"),
  "memory answer": () => import("./memory/answer.ts"),
  "memory import": () => import("./memory/import.ts"),
  "memory export": () => import("./memory/export.ts"),
  "memory resolve": () => import("./memory/resolve.ts"),
  "memory get": () => import("./memory/get.ts"),
  "memory list": () => import("./memory/list.ts"),
  "memory retract": () => import("./memory/retract.ts"),
  "memory mark-used": () => import("./memory/mark-used.ts"),
  "memory projects": () => import("./memory/projects.ts"),
  "memory timeline": () => import("./memory/timeline.ts"),
  "memory savings": () => import("./memory/savings.ts"),
  "memory evict": () => import("./memory/evict.ts"),
  "memory distill": () => import("./memory/distill.ts"),
  "memory learn": () => import("./memory/learn.ts"),
  "memory skills": () => import("./memory/skills.ts"),
  "skill replay": () => import("./memory/skill-replay.ts"),
  "memory rebuild": () => import("./memory/rebuild.ts"),
  "state commit": () => import("./state/commit.ts"),
  "state show": () => import("./state/show.ts"),
  "state log": () => import("./state/log.ts"),
  "state replay": () => import("./state/replay.ts"),
  "state update": () => import("./state/update.ts"),
  "state supersede": () => import("./state/supersede.ts"),
  "state merge": () => import("./state/merge.ts"),
  "state promote": () => import("./state/promote.ts"),
  "state deprecate": () => import("./state/deprecate.ts"),
  "state dismiss": () => import("./state/dismiss.ts"),
  "state archive": () => import("./state/archive.ts"),
  "state restore": () => import("./state/restore.ts"),
  "state evict": () => import("./state/evict.ts"),
  "state delete": () => import("./state/delete.ts"),
  "state redact": () => import("./state/redact.ts"),
  "state access": () => import("./state/access.ts"),
  "state decay": () => import("./state/decay.ts"),
  "state bounds": () => import("./state/bounds.ts"),
  qualify: () => import("./state/qualify.ts"),
  "session use": () => import("./session/use.ts"),
  "session list": () => import("./session/list.ts"),
  "session checkpoint": () => import("./session/checkpoint.ts"),
  "session resume": () => import("./session/resume.ts"),
  "memory commit": () => import("./memory/commit.ts"),
  "memory anchor get": () => import("./memory/anchor-get.ts"),
  "memory anchor set": () => import("./memory/anchor-set.ts"),
  "ledger verify": () => import("./ledger/verify.ts"),
  "ledger heads": () => import("./ledger/heads.ts"),
  "ledger import": () => import("./ledger/import.ts"),
  "ledger export": () => import("./ledger/export.ts"),
  "ledger copy": () => import("./ledger/copy.ts"),
  "ledger rebuild": () => import("./ledger/rebuild.ts"),
  "ledger recover": () => import("./ledger/recover.ts"),
  "ledger gc": () => import("./ledger/gc.ts"),
  "artifact get": () => import("./ledger/artifact-get.ts"),
  "tools find": () => import("./host/tools-find.ts"),
  "mcp install": () => import("./host/mcp-install.ts"),
  "mcp uninstall": () => import("./host/mcp-uninstall.ts"),
  doctor: () => import("./host/doctor.ts"),
  "hooks install": () => import("./host/hooks-install.ts"),
  "hooks uninstall": () => import("./host/hooks-uninstall.ts"),
  "hooks status": () => import("./host/hooks-status.ts"),
  "task inspect": () => import("./task/inspect.ts"),
  "task validate": () => import("./task/validate.ts"),
  "task replay check": () => import("./task/replay-check.ts"),
  "task replay prepare": () => import("./task/replay-prepare.ts"),
  formats: () => import("./bundle/formats.ts"),
  schema: () => import("./bundle/schema.ts"),
  conformance: () => import("./bundle/conformance.ts"),
} satisfies Registry<Operation>;

/** The name of an operation. */
export type OperationName = keyof typeof operations;

type Run<Name extends OperationName> = Awaited<
  ReturnType<(typeof operations)[Name]>
>["default"]["run"];

/** What an operation is given, before its schema fills in what is left out. */
export type InputOf<Name extends OperationName> = Parameters<Run<Name>>[1];

/** What an operation answers. */
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Run<Name>>>;

/** What an operation gives out as it comes; never for one that only answers. */
export type PieceOf<Name extends OperationName> = Parameters<Parameters<Run<Name>>[0]["emit"]>[0];

/** The names of all operations, in reading order. */
export const operationNames = namesOf(operations);

/** Loads an operation. */
export async function loadOperation(name: OperationName): Promise<Operation> {
  return (await operations[name]()).default as Operation;
}
