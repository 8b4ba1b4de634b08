/**
 * Our hooks in the settings of a host. Claude Code, Codex and Gemini CLI share the structure:
 * event, list of groups, each with a list of hooks. A hook counts as ours by its command, wherever
 * the program is installed, so that an update replaces the command instead of adding a second hook.
 */

import type { HostPlace } from "../../agents/host.ts";
import { type HookPosition, hookEvents } from "../../agents/host.ts";
import { type HostId, hosts } from "../../agents/registry.ts";
import { parseCommented } from "../../base/json/commented.ts";
import { APPEND, removeValue, setValue } from "../../base/json/edit-text.ts";
import { isObject, type Json } from "../../base/json/value.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { namesOf } from "../../base/registry.ts";
import { type ConfigEdit, jsonText } from "./config-edit.ts";

/** One of our hooks in a host's file. */
export interface FoundHook {
  readonly event: string;
  readonly command: string;
  readonly at: HookPosition;
}

/** Our hooks in a file's text. */
export function findHooks(text: string): readonly FoundHook[] {
  const whole = parseCommented(text);
  const hooks = isObject(whole) && isObject(whole.hooks) ? whole.hooks : {};
  const found: FoundHook[] = [];
  for (const name of namesOf(hookEvents)) {
    const event = hookEvents[name];
    for (const [group, { inner }] of listOf(hooks[name])
      .map((each) => ({ inner: listOf(isObject(each) ? each.hooks : null) }))
      .entries()) {
      for (const [place, hook] of inner.entries()) {
        const command = isObject(hook) ? hook.command : undefined;
        if (typeof command !== "string" || !startsHook(command, event)) continue;
        found.push({ event, command, at: [name, group, place] });
      }
    }
  }
  return found;
}

/** Whether a command starts this program for an event, wherever the program is. */
function startsHook(command: string, event: string): boolean {
  const name = command.indexOf("holdall");
  const words = ` hook ${event}`;
  const at = command.indexOf(words, name + 1);
  return name !== -1 && at !== -1 && !/^[\w-]/.test(command.slice(at + words.length));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Adds our hooks to a host's file, each once, after the existing ones. */
export function addHooks(host: HostId, place: HostPlace, program: readonly string[]): ConfigEdit {
  const { hookFile, hookEvents: used, hookGroup } = hosts[host];
  const file = hookFile(place);
  const edit = (before: string | null) => {
    let text = jsonText(before, file);
    for (const name of used) {
      const event = hookEvents[name];
      const command = [...program, "hook", event, "--host", host].map(quoteForShell).join(" ");
      const known = findHooks(text).find((each) => each.event === event);
      if (known?.command === command) continue;
      text =
        known === undefined
          ? setValue(text, ["hooks", name, APPEND], hookGroup(command))
          : setValue(text, [...pathTo(known), "command"], command);
    }
    return text;
  };
  return { file, isOurs: hasHooks, edit };
}

/** Removes our hooks from a host's file; an emptied group, list or key is removed with them. */
export function removeHooks(host: HostId, place: HostPlace): ConfigEdit {
  const file = hosts[host].hookFile(place);
  const edit = (before: string | null) => {
    if (before === null) return null;
    let text = jsonText(before, file);
    for (let [hook] = findHooks(text); hook !== undefined; [hook] = findHooks(text)) {
      const [event, group] = hook.at;
      text = removeValue(text, pathTo(hook));
      text = removeEmpty(text, ["hooks", event, group, "hooks"], ["hooks", event, group]);
      text = removeEmpty(text, ["hooks", event], ["hooks", event]);
      text = removeEmpty(text, ["hooks"], ["hooks"]);
    }
    return text;
  };
  return { file, isOurs: hasHooks, edit };
}

function hasHooks(text: string): boolean {
  return findHooks(text).length > 0;
}

function pathTo({ at: [event, group, place] }: FoundHook) {
  return ["hooks", event, group, "hooks", place] as const;
}

function removeEmpty(
  text: string,
  holder: readonly (string | number)[],
  path: readonly (string | number)[],
): string {
  let value: unknown = parseCommented(text);
  for (const step of holder) value = Object(value)[step];
  return Object.keys(Object(value)).length === 0 ? removeValue(text, path) : text;
}
