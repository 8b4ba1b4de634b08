import type { JsonObject } from "../base/json/value.ts";
import type { McpSettings } from "../operations/mcp-settings.ts";
import type { CallOptions } from "./call-tool.ts";

/** A prompt that a person can choose in a client. */
interface Prompt {
  /** Not the name of a command that a client has itself: Gemini refuses `resume`. */
  readonly name: string;
  readonly description: JsonObject;
  text(given: JsonObject, settings: McpSettings, options: CallOptions): Promise<string>;
}

/** Every prompt. */
export const prompts: readonly Prompt[] = [];

/** A prompt as messages. */
export async function getPrompt(
  prompt: Prompt,
  given: JsonObject,
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject> {
  const text = await prompt.text(given, settings, options);
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
