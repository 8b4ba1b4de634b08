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
  open: () => import("./unpack.ts"),
  init: () => import("./init.ts"),
  status: () => import("./status.ts"),
  "ledger verify": () => import("./ledger-verify.ts"),
  "ledger rebuild": () => import("./ledger-rebuild.ts"),
  "ledger recover": () => import("./ledger-recover.ts"),
  "ledger gc": () => import("./ledger-gc.ts"),
  "artifact get": () => import("./artifact-get.ts"),
  formats: () => import("./formats.ts"),
  schema: () => import("./schema.ts"),
  conformance: () => import("./conformance.ts"),
  completion: () => import("./completion.ts"),
} satisfies Record<string, () => Promise<{ default: Presenter }>>;

/** The presenter of an operation. */
export async function presenterOf(name: string): Promise<Presenter<unknown>> {
  const load = presenters[name as keyof typeof presenters];
  // The table is checked against the operations, so the output is what the presenter expects.
  return (await load()).default as Presenter<unknown>;
}
