/**
 * Calls an operation on behalf of a model. Three differences to the command line: paths are limited
 * to the roots, a refusal is a result that the model can read and act upon, and invisible
 * characters are removed from everything that is returned, since results contain texts of other
 * people.
 */

import { HoldallError } from "../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { removeHiddenText } from "../base/text/invisible.ts";
import { type Agent, effectRefusal } from "../http/agents.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import {
  asHoldallError,
  limitAnswer,
  remoteContext,
  withoutSecrets,
} from "../runtime/remote/remote-call.ts";
import type { McpSettings } from "./settings.ts";
import { inputOf } from "./tool-input.ts";
import { DETAILS, parametersOf } from "./tool-schema.ts";
import type { OfferedTool } from "./tools.ts";

/** Largest result text; a client puts it into its model's context. */
const MAX_RESULT_BYTES = 8 * 1024 * 1024;

/** What a call has besides its arguments. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** The name of the client; null when it never said one. */
  readonly client: string | null;
  /** The agent of a team that calls; null for other clients. */
  readonly agent: Agent | null;
  progress(text: string): void;
}

/** Calls a tool. A refusal is a result too: the model reads its code and its cure. */
export async function callTool(
  offered: OfferedTool,
  args: JsonObject,
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject> {
  const notes: string[] = [];
  try {
    const { text, name, effect = offered.operation.effect } = offered.tool;
    const lacking = effectRefusal(options.agent, effect, name);
    if (lacking !== null) throw lacking;
    const { asked, rest } = takeDetails(offered, args);
    const input = inputOf(offered, rest, { ...settings, ...options });
    const output = await offered.operation.run(contextOf(settings, options, notes), input);
    return text === undefined || asked
      ? resultOf(output, notes, settings)
      : withoutSecrets(textResult(text(output), notes), settings.redactor);
  } catch (error) {
    options.signal.throwIfAborted();
    return withoutSecrets(
      errorResult(withParameterNames(offered, asHoldallError(error))),
      settings.redactor,
    );
  }
}

/** The context of an operation that a model calls: nothing but the roots to touch. */
export function contextOf(
  settings: Pick<McpSettings, "cwd" | "roots" | "outputFolder" | "workspaces" | "now" | "redactor">,
  { signal, progress, agent }: CallOptions,
  notes: string[],
): OperationContext {
  const { cwd, roots, outputFolder, workspaces, now, redactor } = settings;
  const context = remoteContext({
    cwd,
    bounds: { roots, outputFolder },
    workspaces,
    agent,
    now,
    form: "a tool",
    signal,
    progress,
    note: (text) => notes.push(text),
  });
  return { ...context, learnSecrets: (value) => redactor?.learn(value) };
}

/** Whether a call requests the complete output; only tools with a text form have the parameter. */
function takeDetails({ tool }: OfferedTool, args: JsonObject) {
  if (tool.text === undefined) return { asked: true, rest: args };
  const { [DETAILS]: asked = false, ...rest } = args;
  if (typeof asked === "boolean") return { asked, rest };
  throw new HoldallError("E_USAGE", `Cannot call ${tool.name}: ${DETAILS} must be true or false`);
}

/** A result as text only, without structure, so that the model pays for it once. */
function textResult(text: string, notes: readonly string[]): JsonObject {
  return { content: contentOf(forModel(text), notes) };
}

/** A text as a model may get it, and a note about what was removed. */
export interface TextForModel {
  readonly text: string;
  readonly note: string | null;
}

/** Removes characters that only the model would see: results contain texts of other people. */
export function forModel(original: string): TextForModel {
  const { text, removed } = removeHiddenText(original);
  const note = `${removed} invisible characters that could hide instructions were removed`;
  return { text, note: removed === 0 ? null : note };
}

function contentOf({ text, note }: TextForModel, notes: readonly string[]): Json[] {
  const texts = [text, ...notes, ...(note === null ? [] : [note])];
  return texts.map((each) => ({ type: "text", text: each }));
}

/** A result in both forms: some clients read the text, others only the structure. */
function resultOf(output: unknown, notes: readonly string[], settings: McpSettings): JsonObject {
  // As JSON, so that keys are checked too; hidden characters are not part of its syntax.
  const shown = forModel(JSON.stringify(output));
  limitAnswer(shown.text, MAX_RESULT_BYTES);
  // After that, because an invisible character could hide a secret from the search.
  const value = withoutSecrets<Json>(JSON.parse(shown.text), settings.redactor);
  const text = settings.redactor === null ? shown.text : JSON.stringify(value);
  return {
    content: contentOf({ ...shown, text }, notes),
    structuredContent: isObject(value) ? value : { result: value },
  };
}

/** An error as a model sees it, in the form of `--json` on the command line. */
function errorResult({ code, message, cure, findings }: HoldallError): JsonObject {
  const error = { code, message, cure: cure ?? null };
  const lines = [`${code}  ${message}`, ...(cure === undefined ? [] : [cure])];
  const { text } = forModel(JSON.stringify({ ok: false, error, findings }));
  return {
    content: contentOf(forModel(lines.join("\n")), []),
    structuredContent: JSON.parse(text),
    isError: true,
  };
}

/** An error about the input, with the tool's parameter names instead of the command line's. */
function withParameterNames({ operation, tool }: OfferedTool, error: HoldallError): HoldallError {
  if (error.code !== "E_USAGE" || error.findings.length === 0) return error;
  const names = new Map(
    parametersOf(operation, tool).map((each) => [each.argument.key, each.name]),
  );
  const states = error.findings.map(({ pointer, message }) => {
    const key = pointer?.split("/")[1] ?? "";
    return `${names.get(key) ?? key} ${message}`;
  });
  return new HoldallError("E_USAGE", `Cannot call ${tool.name}: ${states.join("; ")}`, {
    findings: error.findings,
    cure: "see the tool's input schema",
  });
}
