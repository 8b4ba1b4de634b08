import { type Loader, namesOf, type Registry } from "../base/registry.ts";
import type { Operation } from "./operation/operation.ts";
import type { OperationTable } from "./operation/operation-table.ts";

const tour = {
  tour: () => withTable(import("./tour/tour.ts")),
};

const bundle = {
  inspect: () => import("./bundle/inspect.ts"),
  verify: () => import("./bundle/verify.ts"),
  diff: () => import("./bundle/diff.ts"),
  convert: () => import("./bundle/convert.ts"),
  render: () => import("./bundle/render.ts"),
  pack: () => import("./bundle/pack.ts"),
  unpack: () => import("./bundle/unpack.ts"),
  sign: () => import("./bundle/sign.ts"),
  push: () => import("./bundle/push.ts"),
  pull: () => import("./bundle/pull.ts"),
  seal: () => import("./bundle/seal.ts"),
  open: () => import("./bundle/open.ts"),
  "keys new": () => import("./bundle/keys-new.ts"),
  formats: () => import("./bundle/formats.ts"),
  schema: () => import("./bundle/schema.ts"),
  conformance: () => import("./bundle/conformance.ts"),
};

const ledger = {
  init: () => import("./ledger/init.ts"),
  status: () => import("./ledger/status.ts"),
  overview: () => import("./ledger/overview.ts"),
  "ledger verify": () => import("./ledger/verify.ts"),
  "ledger heads": () => import("./ledger/heads.ts"),
  "ledger import": () => import("./ledger/import.ts"),
  "ledger export": () => import("./ledger/export.ts"),
  "ledger copy": () => import("./ledger/copy.ts"),
  "ledger rebuild": () => import("./ledger/rebuild.ts"),
  "ledger recover": () => import("./ledger/recover.ts"),
  "ledger gc": () => import("./ledger/gc.ts"),
  "ledger retain": () => import("./ledger/retain.ts"),
  "artifact get": () => import("./ledger/artifact-get.ts"),
};

const team = {
  "team init": () => import("./team/init.ts"),
  "team grant": () => import("./team/grant.ts"),
  "team revoke": () => import("./team/revoke.ts"),
  "team list": () => import("./team/list.ts"),
  "team token create": () => import("./team/token/create.ts"),
  "team token revoke": () => import("./team/token/revoke.ts"),
};

const handoff = {
  sessions: () => import("./handoff/sessions.ts"),
  agents: () => import("./handoff/agents.ts"),
  star: () => import("./handoff/star.ts"),
  projects: () => import("./handoff/projects.ts"),
  estimate: () => import("./handoff/estimate.ts"),
  activity: () => import("./handoff/activity.ts"),
  show: () => import("./handoff/show.ts"),
  handoff: () => import("./handoff/handoff.ts"),
  import: () => import("./handoff/import.ts"),
  brief: () => import("./handoff/brief.ts"),
  redact: () => import("./handoff/redact.ts"),
};

const keep = {
  "keep now": () => import("./keep/now.ts"),
  "keep on": () => import("./keep/on.ts"),
  "keep off": () => import("./keep/off.ts"),
  "keep sync": () => import("./keep/sync.ts"),
  "keep list": () => import("./keep/list.ts"),
  "keep restore": () => import("./keep/restore.ts"),
  "keep show": () => import("./keep/show.ts"),
  "keep status": () => import("./keep/status.ts"),
  "keep verify": () => import("./keep/verify.ts"),
  "keep forget": () => import("./keep/forget.ts"),
  "keep prune": () => import("./keep/prune.ts"),
};

const search = {
  search: () => import("./search/search.ts"),
};

const page = {
  view: () => import("./page/view.ts"),
};

const thread = {
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
};

const context = {
  "context drop scan": () => import("./context/ingestion/drop-scan.ts"),
  "context ingest": () => import("./context/ingestion/ingest.ts"),
  "context bundle list": () => import("./context/ingestion/bundle-list.ts"),
  "context bundle show": () => import("./context/ingestion/bundle-show.ts"),
  "context bundle register": () => import("./context/ingestion/bundle-register.ts"),
  "context bundle dispatch": () => import("./context/ingestion/bundle-dispatch.ts"),
  "context bundle retire": () => import("./context/ingestion/bundle-retire.ts"),
  "context bundle reject": () => import("./context/ingestion/bundle-reject.ts"),
  "context telemetry export": () => import("./context/record/telemetry-export.ts"),
  "context views": () => import("./context/record/views.ts"),
  "context status": () => import("./context/status.ts"),
  "context refresh": () => import("./context/refresh.ts"),
  "context fresh": () => import("./context/fresh.ts"),
  "context volume": () => import("./context/volume.ts"),
  "context validate": () => import("./context/validate.ts"),
  "context verify": () => import("./context/verify.ts"),
  "context compact": () => import("./context/compact.ts"),
  "context model decide": () => import("./context/model/decide.ts"),
  "context load": () => import("./context/load.ts"),
  "context assemble": () => import("./context/assemble.ts"),
  "context brief build": () => import("./context/brief/build.ts"),
  "context brief check": () => import("./context/brief/check.ts"),
  "context identity sign": () => import("./context/identity/sign.ts"),
  "context watch": () => import("./context/watch/watch.ts"),
};

const request = {
  "request create": () => import("./request/create.ts"),
  "request list": () => import("./request/list.ts"),
  "request show": () => import("./request/show.ts"),
  "request claim": () => import("./request/claim.ts"),
  "request accept": () => import("./request/accept.ts"),
  "request defer": () => import("./request/defer.ts"),
  "request reject": () => import("./request/reject.ts"),
  "request cancel": () => import("./request/cancel.ts"),
  "request complete": () => import("./request/complete.ts"),
  "request sweep": () => import("./request/sweep.ts"),
  "request respond": () => import("./request/respond.ts"),
};

const responsibility = {
  "responsibility add": () => import("./responsibility/add.ts"),
  "responsibility list": () => import("./responsibility/list.ts"),
  "responsibility get": () => import("./responsibility/get.ts"),
  "responsibility activate": () => import("./responsibility/activate.ts"),
  "responsibility suspend": () => import("./responsibility/suspend.ts"),
  "responsibility retire": () => import("./responsibility/retire.ts"),
};

const kit = {
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
};

const memory = {
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
  "memory commit": () => import("./memory/commit.ts"),
  "memory anchor get": () => import("./memory/anchor-get.ts"),
  "memory anchor set": () => import("./memory/anchor-set.ts"),
};

const state = {
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
  "state review": () => import("./state/review.ts"),
  "state archive": () => import("./state/archive.ts"),
  "state restore": () => import("./state/restore.ts"),
  "state evict": () => import("./state/evict.ts"),
  "state delete": () => import("./state/delete.ts"),
  "state redact": () => import("./state/redact.ts"),
  "state access": () => import("./state/access.ts"),
  "state decay": () => import("./state/decay.ts"),
  "state bounds": () => import("./state/bounds.ts"),
  qualify: () => import("./state/qualify.ts"),
};

const session = {
  "session use": () => import("./session/use.ts"),
  "session list": () => import("./session/list.ts"),
  "session checkpoint": () => import("./session/checkpoint.ts"),
  "session resume": () => import("./session/resume.ts"),
};

const host = {
  setup: () => import("./host/setup.ts"),
  "tools find": () => withTable(import("./host/tools-find.ts")),
  "mcp install": () => import("./host/mcp-install.ts"),
  "mcp uninstall": () => import("./host/mcp-uninstall.ts"),
  doctor: () => import("./host/doctor.ts"),
  "hooks install": () => import("./host/hooks-install.ts"),
  "hooks uninstall": () => import("./host/hooks-uninstall.ts"),
  "hooks status": () => import("./host/hooks-status.ts"),
  "hooks preview": () => import("./host/hooks-preview.ts"),
};

const config = {
  "config list": () => import("./config/list.ts"),
  "config get": () => import("./config/get.ts"),
  "config set": () => import("./config/set.ts"),
};

const task = {
  "task init": () => import("./task/init.ts"),
  "task pack": () => import("./task/pack.ts"),
  "task import": () => import("./task/import.ts"),
  "task export": () => import("./task/export.ts"),
  "task archive": () => import("./task/archive.ts"),
  "task extract": () => import("./task/extract.ts"),
  "task inspect": () => import("./task/inspect.ts"),
  "task validate": () => import("./task/validate.ts"),
  "task replay check": () => import("./task/replay-check.ts"),
  "task replay prepare": () => import("./task/replay-prepare.ts"),
  "task compare": () => import("./task/compare.ts"),
  "task scan": () => import("./task/scan.ts"),
  "task report": () => import("./task/report.ts"),
  "task badge": () => import("./task/badge.ts"),
  "task check": () => import("./task/check.ts"),
  "task judge": () => import("./task/judge.ts"),
  "task verdict": () => import("./task/verdict.ts"),
  "task run": () => import("./task/run.ts"),
  "task view": () => import("./task/view.ts"),
};

/**
 * Every operation by its capability and the words that call it. Add a line; command line, help and reference docs
 * follow.
 */
const capabilities = {
  tour,
  bundle,
  ledger,
  team,
  handoff,
  keep,
  search,
  page,
  thread,
  context,
  request,
  responsibility,
  state,
  session,
  kit,
  memory,
  host,
  config,
  task,
};

const operations = {
  ...tour,
  ...bundle,
  ...ledger,
  ...team,
  ...handoff,
  ...keep,
  ...search,
  ...page,
  ...thread,
  ...context,
  ...request,
  ...responsibility,
  ...state,
  ...session,
  ...kit,
  ...memory,
  ...host,
  ...config,
  ...task,
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

/** A group of operations, which has a folder of its own. */
export type Capability = keyof typeof capabilities;

/** The operations of a capability. */
export type NameIn<Group extends Capability> = keyof (typeof capabilities)[Group] & OperationName;

/** The names of all operations, in reading order. */
export const operationNames = namesOf(operations);

/** Loads an operation. */
export async function loadOperation(name: OperationName): Promise<Operation> {
  const loaders: Readonly<Record<OperationName, Loader<Operation>>> = operations;
  return (await loaders[name]()).default;
}

/** Whether there is an operation with a name. */
function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** Completes an operation that runs or lists others. */
async function withTable<Completed>(
  module: Promise<{ readonly default: (table: OperationTable) => Completed }>,
): Promise<{ readonly default: Completed }> {
  return { default: (await module).default({ names: operationNames, load: loadByName }) };
}

async function loadByName(name: string): Promise<Operation> {
  if (!isOperationName(name)) throw new Error(`Cannot load "${name}": no such operation`);
  return loadOperation(name);
}

/** The capability that an operation belongs to. */
export function capabilityOf(name: string): Capability {
  const found = namesOf(capabilities).find((group) => Object.hasOwn(capabilities[group], name));
  if (found === undefined) throw new Error(`Cannot find the capability of "${name}"`);
  return found;
}
