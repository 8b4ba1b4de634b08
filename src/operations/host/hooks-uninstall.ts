import { removeHooks } from "../../hosts/hook-registration.ts";
import { defineHostEdit } from "./define-host-edit.ts";

export default defineHostEdit({
  name: "hooks uninstall",
  summary: "Remove the hooks of Holdall from coding agents; other hooks stay",
  withheldFromModels: "a model must not change what runs without it",
  example: "hooks uninstall --claude --codex --dry-run",
  input: {},
  step: "hooks",
  plan: removeHooks,
});
