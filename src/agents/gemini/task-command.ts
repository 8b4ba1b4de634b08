import { option, type TaskCommand } from "../task-command.ts";

/** Does one task with `gemini -p`. */
export const taskCommand: TaskCommand = ({ prompt, model }) => ({
  program: "gemini",
  npmPackage: "@google/gemini-cli",
  args: ["--yolo", ...option("-m", model), "-p", prompt],
  input: "",
  env: [
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_CLOUD_PROJECT",
    "GEMINI_CLI_TRUST_WORKSPACE",
  ],
});
