import type { JsonObject } from "../base/json/value.ts";
import { withoutSecrets } from "../runtime/remote/remote-call.ts";
import type { CallOptions } from "./call-tool.ts";
import { readRestored } from "./restored-state.ts";
import type { McpSettings } from "./settings.ts";

/** A prompt that a person can choose in a client. */
interface Prompt {
  /** Not the name of a command that a client has itself: Gemini refuses `resume`. */
  readonly name: string;
  readonly description: JsonObject;
  text(args: JsonObject, settings: McpSettings, options: CallOptions): Promise<string>;
}

const RESUME = "resume_work";

/** Every prompt. */
export const prompts: readonly Prompt[] = [
  {
    name: RESUME,
    description: {
      name: RESUME,
      title: "Resume work",
      description: "Continue the work whose state is kept here",
      arguments: [
        {
          name: "task",
          description: "Words of the task (default: the current task)",
          required: false,
        },
      ],
    },
    async text({ task }, settings, options) {
      const choice = typeof task === "string" && task.trim() !== "" ? { query: task } : {};
      const restored = await readRestored(choice, settings, options);
      if (restored === null) {
        return "Nothing is kept for this work yet. Ask me what it is about, and commit what we decide.";
      }
      return `${restored}\nContinue this work. First summarise in a few lines where it is and what you will do next. Ask if any of it is out of date.`;
    },
  },
];

/** A prompt as messages. */
export async function getPrompt(
  prompt: Prompt,
  args: JsonObject,
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject> {
  const text = withoutSecrets(await prompt.text(args, settings, options), settings.redactor);
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
