/** Where and when the calls of a route run: found out once for each route, since it is asked for with every call. */

import { HoldallError } from "../base/errors.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { createTurnQueue, type TurnQueue } from "../runtime/turn-queue.ts";
import { runApart } from "./apart.ts";
import type { InputKeys } from "./input.ts";
import type { Route } from "./routes.ts";
import type { ApiSettings } from "./settings.ts";

/**
 * What reads the sessions of agents, which may take a minute, and of the workspace little or nothing: each has
 * its own turn and its own connection, so that the other screens need not wait for it.
 */
const BESIDE: readonly string[] = ["activity", "search", "show"];
/** What may compute for minutes without a pause: each runs in a process of its own, one at a time. */
const APART: readonly string[] = [
  "handoff",
  "import",
  "push",
  "task/check",
  "task/pack",
  "task/run",
  "view",
];

/** Starts programs, agents of the user. */
const RUN = "task/run";
/** What a kept token does not allow: it starts programs, or sends what it names to others. */
const NOT_KEPT: Readonly<Record<string, string>> = { [RUN]: "start runs", push: "send" };

/** How the calls of one route run. */
export interface Dispatch {
  /** Decides when it is the turn of a call. */
  readonly inTurn: TurnQueue;
  /** What they are bound to. */
  readonly settings: ApiSettings;
  run(context: OperationContext, input: InputKeys): Promise<unknown>;
  /** Whether it may take hours, because it ends by itself when its client leaves. */
  readonly isLong: boolean;
}

/** Knows how the calls of every route run. */
export interface Dispatcher {
  dispatchOf(route: Route): Dispatch;
  /** The turn of what does not open the workspace; it need not wait for what does. */
  readonly inOtherTurn: TurnQueue;
}

/** Creates the dispatcher of a server. */
export function createDispatcher(settings: ApiSettings): Dispatcher {
  const inOtherTurn = createTurnQueue();
  const alone: ApiSettings = { ...settings, workspaces: undefined };
  const known = new Map<Route, Dispatch>();

  function find(route: Route): Dispatch {
    const { operation, path } = route;
    const isApart = APART.includes(path);
    const isOwn = isApart || BESIDE.includes(path);
    const sharedTurn = opensWorkspace(route) ? settings.inTurn : inOtherTurn;
    const ownTurn = isOwn ? createTurnQueue() : sharedTurn;
    // A dry run must not wait for runs that take hours; of these there is one at a time.
    const waitsLater = path === RUN;
    return {
      inTurn: waitsLater ? (work) => work() : ownTurn,
      settings: isOwn ? alone : settings,
      isLong: operation.endsWhenStopped,
      run: async (context, input) => {
        if (!isApart) return operation.run(context, input);
        const order = { operation: operation.name, input };
        const start = () => runApart(settings.program, order, context);
        if (input["dry-run"] === true) return start();
        const doing = NOT_KEPT[path];
        if (doing !== undefined && !settings.startsRuns) throw keptToken(doing);
        return waitsLater ? ownTurn(start, "usual") : start();
      },
    };
  }

  return {
    inOtherTurn,
    dispatchOf(route) {
      const dispatch = known.get(route) ?? find(route);
      known.set(route, dispatch);
      return dispatch;
    },
  };
}

function keptToken(doing: string): HoldallError {
  return new HoldallError("E_PROTECTED", `Cannot ${doing}: this server has a kept token`, {
    cure: "run the command in a terminal, or start the server without --keep-token",
  });
}

function opensWorkspace({ operation }: Route): boolean {
  return argumentsOf(operation).some(({ key }) => key === "store");
}
