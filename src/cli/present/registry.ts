import { type Capability, capabilityOf } from "../../operations/registry.ts";
import type { Lines, PiecePresenters, Presenters } from "./presenter.ts";

/** The modules are imported on demand: a command loads only the presenters of its capability. */
export const presenters: {
  readonly [Each in Capability]: () => Promise<{
    readonly default: Presenters<Each>;
    readonly pieces?: PiecePresenters<Each>;
  }>;
} = {
  tour: () => import("./tour.ts"),
  bundle: () => import("./bundle.ts"),
  ledger: () => import("./ledger.ts"),
  team: () => import("./team.ts"),
  handoff: () => import("./handoff.ts"),
  search: () => import("./search.ts"),
  page: () => import("./page.ts"),
  thread: () => import("./thread.ts"),
  context: () => import("./context.ts"),
  request: () => import("./request.ts"),
  responsibility: () => import("./responsibility.ts"),
  kit: () => import("./kit.ts"),
  memory: () => import("./memory.ts"),
  state: () => import("./state.ts"),
  session: () => import("./session.ts"),
  keep: () => import("./keep.ts"),
  host: () => import("./host.ts"),
  config: () => import("./config.ts"),
  task: () => import("./task.ts"),
};

/** The presenter of an operation. */
export async function presenterOf(name: string): Promise<Lines<unknown>> {
  const { default: table } = await presenters[capabilityOf(name)]();
  // Each table is checked against the operations of its capability.
  return (table as Readonly<Record<string, unknown>>)[name] as Lines<unknown>;
}

/** The presenter of an operation's pieces; null when they are printed as lines of JSON. */
export async function piecePresenterOf(name: string): Promise<Lines<unknown> | null> {
  const { pieces = {} } = await presenters[capabilityOf(name)]();
  return ((pieces as Readonly<Record<string, unknown>>)[name] ?? null) as Lines<unknown> | null;
}
