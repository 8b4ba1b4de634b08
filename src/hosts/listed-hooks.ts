import { type HookEvent, type HookList, hookEvents } from "../agents/host.ts";
import type { HostId } from "../agents/registry.ts";
import { parseCommented } from "../base/json/commented.ts";
import { APPEND, removeValue, setValue } from "../base/json/edit-text.ts";
import { isObject, type Json } from "../base/json/value.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { jsonText } from "./config-edit.ts";
import type { FoundHook, HookFile } from "./hook-registration.ts";

/** A hook of ours with the path to it: some hosts list hooks, others groups of them. */
interface ListedHook extends FoundHook {
  readonly path: readonly (string | number)[];
}

/** Hooks that a host lists in a JSON file, by event. */
export function listedHooks(host: HostId, hooks: HookList, file: string): HookFile {
  const find = (text: string) => findIn(text, hooks);
  return {
    file,
    find: (text) => find(jsonText(text, file)),
    add: (program) => (before) => {
      let text = jsonText(before, file);
      for (const event of hookEvents) {
        const name = hooks.events[event];
        if (name === undefined) continue;
        const command = [...program, "hook", event, "--host", host].map(quoteForShell).join(" ");
        const known = find(text).find((each) => each.event === event);
        if (known?.command === command) continue;
        text =
          known === undefined
            ? setValue(withRequired(text, hooks), ["hooks", name, APPEND], hooks.element(command))
            : setValue(text, [...known.path, "command"], command);
      }
      return text;
    },
    remove: (before) => (before === null ? null : removeAll(jsonText(before, file), hooks)),
    leftover: withRequired(jsonText(null, file), hooks),
  };
}

function findIn(text: string, { events }: HookList): readonly ListedHook[] {
  const settings = parseCommented(text);
  const lists = isObject(settings) && isObject(settings.hooks) ? settings.hooks : {};
  return hookEvents.flatMap((event) => {
    const name = events[event];
    return name === undefined ? [] : hooksUnder(event, name, lists[name]);
  });
}

function hooksUnder(event: HookEvent, name: string, list: Json | undefined): ListedHook[] {
  return listOf(list).flatMap((element, group) => {
    const inner = isObject(element) ? element.hooks : undefined;
    const at = ["hooks", name, group];
    const hooks = inner === undefined ? [{ hook: element, path: at }] : within(inner, at);
    return hooks.flatMap(({ hook, path }, index): ListedHook[] => {
      const command = isObject(hook) ? hook.command : undefined;
      if (typeof command !== "string" || !startsHook(command, event)) return [];
      return [{ event, command, path, at: [event, group, index] }];
    });
  });
}

function within(inner: Json, at: readonly (string | number)[]) {
  return listOf(inner).map((hook, index) => ({ hook, path: [...at, "hooks", index] }));
}

/** Whether a command starts this program for an event, wherever the program is. */
function startsHook(command: string, event: string): boolean {
  const name = command.indexOf("holdall");
  const subcommand = ` hook ${event}`;
  const at = command.indexOf(subcommand, name + 1);
  return name !== -1 && at !== -1 && !/^[\w-]/.test(command.slice(at + subcommand.length));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A text with the keys that the host asks for; one that is there keeps its value. */
function withRequired(text: string, { required = {} }: HookList): string {
  const settings = parseCommented(text);
  return Object.entries(required).reduce(
    (longer, [key, value = null]) =>
      isObject(settings) && Object.hasOwn(settings, key) ? longer : setValue(longer, [key], value),
    text,
  );
}

/** Removes our hooks; an emptied group, list or key is removed with them. */
function removeAll(before: string, hooks: HookList): string {
  let text = before;
  for (let [hook] = findIn(text, hooks); hook !== undefined; [hook] = findIn(text, hooks)) {
    text = removeValue(text, hook.path);
    // Its group, where it had one, then the list of its event, then the key of all lists.
    const group = hook.path.slice(0, 3);
    if (hook.path.length > group.length) text = removeEmpty(text, [...group, "hooks"], group);
    text = removeEmpty(text, group.slice(0, 2), group.slice(0, 2));
    text = removeEmpty(text, ["hooks"], ["hooks"]);
  }
  return text;
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
