import { hosts } from "../../agents/registry.ts";
import { addHooks, reviewOf } from "../../hosts/hook-registration.ts";
import { commandFor, remindOfPath } from "../../hosts/program-command.ts";
import { defineHostEdit } from "./define-host-edit.ts";

export default defineHostEdit({
  name: "hooks install",
  summary:
    "Add hooks to coding agents that restore the state at the start and record it before a compaction",
  withheldFromModels: "a model must not change what runs without it",
  example: "hooks install --claude --codex --gemini --dry-run",
  input: {},
  step: "hooks",
  plan: (host, place) => [addHooks(host, place, commandFor(place.scope))],
  remind(context, { named, scope }) {
    remindOfPath(context, scope);
    for (const id of named) {
      const review = reviewOf(id, scope);
      if (review === null) continue;
      const { displayName } = hosts[id];
      context.note(`${displayName} runs new hooks only after you agreed: ${review.instruction}`);
    }
  },
});
