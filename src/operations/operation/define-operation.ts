import * as z from "zod";
import type { AgentPlaces } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";
import { pointerOf } from "../../base/json/pointer.ts";
import { excerpt } from "../../base/text.ts";
import { asIoError } from "../../disk/io-error.ts";
import type { McpSettings } from "../host/mcp-settings.ts";
import { guardPaths } from "./guard-paths.ts";
import type { KeptWorkspaces } from "./kept-workspaces.ts";
import type { Tool } from "./tool.ts";

/** Where an operation is offered. */
export type Surface = "cli" | "mcp" | "http";

/** What an operation gets from its surface: everything that is not in its input. */
export interface OperationContext {
  /** Relative paths of the input start here. */
  readonly cwd: string;
  /** Where coding agents keep their sessions; as for this user unless told. */
  readonly agents?: AgentPlaces;
  /** Folders that paths of the input must lie in; null when a person calls, who may name any. */
  readonly roots: readonly string[] | null;
  readonly now: () => Date;
  /** Longest wait for a workspace that others are writing to, in ms; the store's own unless told. */
  readonly lockWaitMs?: number;
  /** Keeps workspaces open between calls; each call opens and closes its own unless told. */
  readonly workspaces?: KeptWorkspaces;
  /** Someone sits at a terminal and may be asked. */
  readonly interactive: boolean;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Told about long work; surfaces show it or not, and throw when the work is to stop. */
  progress(text: string): void;
  /** Told what the user should know besides the result. */
  note(text: string): void;
  /** What is sent along with the call: a program's standard input, a request's body. */
  incoming(): AsyncIterable<Uint8Array>;
  /** Given pieces of a result that has no end yet; resolves when the next may come. */
  emit(piece: unknown): Promise<void>;
  /** Serves models from this process until it is ended; there where a server can be started. */
  readonly serve?: (settings: McpSettings) => Promise<void>;
}

/** One verb of the product, written once for all surfaces. */
export interface Operation<Input = unknown, Output = unknown> {
  readonly name: string;
  /** One line for lists of commands. */
  readonly summary: string;
  readonly effect: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** Why a surface does not offer it. */
  readonly withheld: Partial<Record<Surface, string>>;
  /** The tools that models get it as. */
  readonly tools: readonly Tool[];
  readonly input: z.ZodObject;
  /** Made when asked for: a command line has no use for it, and building schemas costs a start. */
  readonly output: () => z.ZodType<Output>;
  /** Input keys that the command line takes by position, in order. */
  readonly positionals: readonly string[];
  /** Option names of the programs this one follows, and what they are called here. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Command lines that work, without the program's name. */
  readonly examples: readonly string[];
  run(context: OperationContext, input: Input): Promise<Output>;
  /** Exit code of a finished run; 0 unless the answer is "no". */
  exitCode(output: Output): number;
  /** The result as the exact bytes that were asked for; null when it is to be shown as usual. */
  bytes(output: Output): Uint8Array | null;
}

type Definition<Input extends z.ZodObject, Output> = {
  readonly input: Input;
  readonly output: () => z.ZodType<Output>;
  run(context: OperationContext, input: z.infer<Input>): Promise<Output>;
  exitCode?(output: Output): number;
  bytes?(output: Output): Uint8Array | null;
  readonly withheld?: Operation["withheld"];
  /** How models are offered it; several when the documents give parts of it names of their own. */
  readonly tool?: Tool | readonly Tool[];
  readonly aliases?: Operation["aliases"];
} & Pick<Operation, "name" | "summary" | "effect" | "surfaces" | "positionals" | "examples">;

/** Declares an operation. The input is parsed here, so that every surface refuses the same things. */
export function defineOperation<Input extends z.ZodObject, Output>(
  definition: Definition<Input, Output>,
): Operation<unknown, Output> {
  return {
    exitCode: () => 0,
    bytes: () => null,
    withheld: {},
    aliases: {},
    tools: definition.tool === undefined ? [] : [definition.tool].flat(),
    ...definition,
    run: async (context, input) => {
      try {
        const parsed = parseInput(definition, input);
        guardPaths(context, definition, parsed);
        return await definition.run(context, parsed);
      } catch (error) {
        throw asIoError(error, `run ${definition.name}${pathOf(error)}`);
      }
    },
  };
}

/** Which path the operating system was asked about, if the fault says so. */
function pathOf(error: unknown): string {
  const at = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof at === "string" ? ` on "${excerpt(at, 200)}"` : "";
}

function parseInput<Input extends z.ZodObject>(
  { name, input, positionals }: Pick<Definition<Input, unknown>, "name" | "input" | "positionals">,
  value: unknown,
): z.infer<Input> {
  const result = input.safeParse(value, { jitless: true });
  if (result.success) return result.data as z.infer<Input>;
  const findings = result.error.issues.map(
    (issue): Finding => ({
      severity: "error",
      code: "E_USAGE",
      file: null,
      pointer: pointerOf(issue.path),
      line: null,
      message: stateOf(issue, value),
    }),
  );
  const sentence = sentenceOf(result.error.issues[0], value, positionals);
  throw new HoldallError("E_USAGE", `Cannot run ${name}: ${sentence}`, {
    findings,
    cure: `see \`holdall ${name} --help\``,
  });
}

function sentenceOf(
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
  positionals: readonly string[],
): string {
  const key = String(issue?.path[0] ?? "");
  if (!issue || key === "") return "the input is not what it takes";
  const spelled = positionals.includes(key) ? key.toUpperCase() : `--${key}`;
  return `${spelled} ${stateOf(issue, value)}`;
}

/** What is wrong with a value, in words that do not need the library's. */
function stateOf(issue: z.core.$ZodIssue, value: unknown): string {
  const key = String(issue.path[0] ?? "");
  const given = value instanceof Object && Object.hasOwn(value, key);
  if (key !== "" && !(given && Reflect.get(value, key) !== undefined)) return "is required";
  switch (issue.code) {
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return `must be ${issue.inclusive === false ? "above" : "at least"} ${issue.minimum}`;
    case "too_big":
      return `must be ${issue.inclusive === false ? "below" : "at most"} ${issue.maximum}`;
    case "invalid_type":
      return `must be ${kinds.get(issue.expected) ?? `of the type ${issue.expected}`}`;
    case "custom":
      return issue.message;
    default:
      return "is not what it takes";
  }
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["int", "a whole number"],
  ["number", "a number"],
  ["string", "a text"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

/** A finding in an operation's output. */
export const findingSchema = () =>
  z.object({
    severity: z.enum(["error", "warning", "note"]),
    code: z.string(),
    file: z.string().nullable(),
    pointer: z.string().nullable(),
    line: z.number().nullable(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  });

/** A loss report in an operation's output. */
export const lossSchema = () =>
  z.object({
    kept: z.number(),
    changed: z.number(),
    summarised: z.number(),
    dropped: z.number(),
    items: z
      .array(
        z.object({
          kind: z.enum(["kept", "changed", "summarised", "dropped"]),
          where: z.string(),
          why: z.string(),
          count: z.number().optional(),
        }),
      )
      .readonly(),
  });
