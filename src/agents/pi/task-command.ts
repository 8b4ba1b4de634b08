import { keysFor, option, splitModel, type TaskCommand } from "../task-command.ts";

/** Does one task with `pi -p`. */
export const taskCommand: TaskCommand = ({ prompt, model }) => ({
  program: "pi",
  npmPackage: "@earendil-works/pi-coding-agent",
  args: [...providerAndModel(model), "-p", prompt],
  input: "",
  env: ["PI_OFFLINE", ...keysFor(model, "anthropic", "openai")],
});

/** pi takes the provider of a model as an option of its own. */
function providerAndModel(model: string | null): readonly string[] {
  if (model === null) return [];
  const { provider, name } = splitModel(model);
  return [...option("--provider", provider), "--model", name];
}
