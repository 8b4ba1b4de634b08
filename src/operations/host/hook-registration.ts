import path from "node:path";
import { APPEND, removeValue, setValue } from "../../base/json/edit-text.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { namesOf } from "../../base/registry.ts";
import { readTable } from "../../base/toml-text.ts";
import { readExternalText } from "../../disk/replace-text-file.ts";
import type { OperationContext } from "../operation/operation.ts";
import { jsonText, type Scope, settingsFolder, type TextEdit } from "./host-config.ts";
import { type Host, hosts, type Moment, moments } from "./hosts.ts";

/** Seconds after which a host gives up on us; our own limit is shorter. */
const HOST_TIMEOUT = 10;

/** One of our hooks in a host's file. */
export interface FoundHook {
  readonly event: string;
  readonly command: string;
  /** The way to it: event, group, place in the group. */
  readonly at: readonly [Moment, number, number];
}

/** The file that a host reads hooks from. */
export function hookFile(host: Host, scope: Scope, context: OperationContext): string {
  return path.join(settingsFolder(host, scope, context), hosts[host].hookFile);
}

/** Our hooks in a file's text. */
export function findHooks(text: string): readonly FoundHook[] {
  const whole: Json = JSON.parse(text);
  const hooks = isObject(whole) && isObject(whole.hooks) ? whole.hooks : {};
  const found: FoundHook[] = [];
  for (const name of namesOf(moments)) {
    const event = moments[name];
    const isOurs = new RegExp(`holdall.*\\bhook ${event}\\b`);
    for (const [group, { inner }] of listOf(hooks[name])
      .map((each) => ({ inner: listOf(isObject(each) ? each.hooks : null) }))
      .entries()) {
      for (const [place, hook] of inner.entries()) {
        const command = isObject(hook) ? hook.command : undefined;
        if (typeof command !== "string" || !isOurs.test(command)) continue;
        found.push({ event, command, at: [name, group, place] });
      }
    }
  }
  return found;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Adds our hooks to a file, each once, behind those that are there. */
export function addHooks(file: string, host: Host, program: readonly string[]): TextEdit {
  return (before) => {
    let text = jsonText(before, file);
    for (const name of hosts[host].moments) {
      const event = moments[name];
      const command = [...program, "hook", event, "--host", host].map(quoteForShell).join(" ");
      const known = findHooks(text).find((each) => each.event === event);
      if (known?.command === command) continue;
      if (known !== undefined) text = setValue(text, [...pathTo(known), "command"], command);
      else {
        text = setValue(text, ["hooks", name, APPEND], groupFor(host, command));
      }
    }
    return text;
  };
}

/** A group of hooks as its host writes it: Gemini CLI wants names, and counts time otherwise. */
function groupFor(host: Host, command: string): JsonObject {
  const hook = { type: "command", command };
  return host === "gemini"
    ? { matcher: "*", hooks: [{ name: "holdall", ...hook }] }
    : { hooks: [{ ...hook, timeout: HOST_TIMEOUT }] };
}

/** Takes our hooks out of a file; a group, a list or the whole key goes when nothing else is in it. */
export function removeHooks(file: string): TextEdit {
  return (before) => {
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
}

function pathTo({ at: [event, group, place] }: FoundHook) {
  return ["hooks", event, group, "hooks", place] as const;
}

function removeEmpty(
  text: string,
  holder: readonly (string | number)[],
  path: readonly (string | number)[],
): string {
  let value: unknown = JSON.parse(text);
  for (const step of holder) value = Object(value)[step];
  return Object.keys(Object(value)).length === 0 ? removeValue(text, path) : text;
}

/**
 * Whether the user has let Codex run a hook: it asks in its own window and notes the answer. We only
 * look; whether the hook was changed since, Codex alone knows.
 */
export function isReviewedByCodex(
  context: OperationContext,
  file: string,
  hook: FoundHook,
): boolean {
  const config = path.join(settingsFolder("codex", "user", context), "config.toml");
  const [event, group, place] = hook.at;
  const name = moments[event].replace("-", "_");
  const key = ["hooks", "state", `${file}:${name}:${group}:${place}`];
  return readTable(readExternalText(config) ?? "", key)?.has("trusted_hash") ?? false;
}
