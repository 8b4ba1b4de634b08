/** What the scripted model is to say, and which request gets which answer. */

/** A call of a tool that the model makes. */
export interface ScriptedCall {
  readonly name: string;
  /** The group of tools it belongs to, where the protocol has such groups. */
  readonly namespace?: string;
  /** A string `$re:<regex>` in it becomes the first group of what the request contains. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A piece of an answer. */
export type Part = { readonly text: string } | { readonly call: ScriptedCall };

/** Tokens that the model claims to have used; programs compact when they are many. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** One answer of the script. */
export interface Step {
  readonly parts: readonly Part[];
  /** Answers the first request whose body matches, whenever it comes. */
  readonly when?: RegExp;
  /** With `when`: answers every such request. */
  readonly keep?: true;
  readonly usage?: Usage;
  /** The answer begins and never ends, until the program gives up or is ended. */
  readonly hangs?: true;
}

/** Answers in order, and answers to requests of a kind. */
export type Script = readonly Step[];

/** Chooses the steps of one script. */
export interface ScriptReader {
  /** The answer to a request, or null when the script has none for it. */
  next(body: string, isErrand: boolean): Step | null;
  /** Steps in order that no request has asked for yet. */
  remaining(): number;
}

/** Reads a script. An errand, such as a title, gets only an answer that was written for it. */
export function readScript(script: Script): ScriptReader {
  const inOrder = script.filter(({ when }) => when === undefined);
  const special = script.filter(({ when }) => when !== undefined);
  return {
    next(body, isErrand) {
      const found = special.findIndex(({ when }) => when?.test(body));
      const step = special[found];
      if (step !== undefined) {
        if (!step.keep) special.splice(found, 1);
        return step;
      }
      return isErrand ? null : (inOrder.shift() ?? null);
    },
    remaining: () => inOrder.length,
  };
}

/** Arguments with every `$re:<regex>` replaced by what a request contains. */
export function fillArguments(value: unknown, body: string): unknown {
  if (typeof value === "string") {
    if (!value.startsWith("$re:")) return value;
    return new RegExp(value.slice("$re:".length)).exec(body)?.[1] ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => fillArguments(item, body));
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).map(([key, item]) => [key, fillArguments(item, body)]);
  return Object.fromEntries(filled);
}
