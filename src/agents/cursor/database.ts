import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { FoundSession, SourceFile } from "../agent.ts";
import { lineFile } from "../records/line-file.ts";
import { type KeyValues, openKeyValues, parseValue } from "./key-values.ts";

/**
 * A conversation in one of the layouts of all versions: `composerData:<id>` with its bubbles in rows of their
 * own or in itself, an entry of `composer.composerData`, a tab of the chat before there were composers, or
 * prompts alone.
 */
interface Conversation {
  readonly id: string;
  /** What is known of it, without what was said. */
  readonly about: JsonObject;
  readonly bubbles: readonly JsonObject[];
  readonly form: "composer" | "tab" | "prompts";
}

/** Every conversation of a database, the one changed last first. */
export function sessionsIn(path: string): FoundSession[] {
  const rows = openKeyValues(path);
  if (rows === null) return [];
  try {
    const folder = workspaceFolder(path);
    const found = conversationsIn(rows).map((each) => sessionOf(path, each, folder));
    return found.sort((left, right) => right.modified_ms - left.modified_ms);
  } finally {
    rows.close();
  }
}

function conversationsIn(rows: KeyValues): Conversation[] {
  const found = new Map<string, Conversation>();
  const add = (conversation: Conversation) => {
    const { id, bubbles } = conversation;
    if (bubbles.length > 0 && !found.has(id)) found.set(id, conversation);
  };
  for (const [id, composer] of rows.composers()) add(composerOf(id, composer));
  const list = objectAt(rows, COMPOSER_LIST);
  for (const composer of objectsOf(list?.allComposers)) {
    add(composerOf(String(composer.composerId), composer));
  }
  const chat = objectAt(rows, CHAT);
  for (const { bubbles, ...about } of objectsOf(chat?.tabs)) {
    add({ id: String(about.tabId), about, bubbles: objectsOf(bubbles), form: "tab" });
  }
  // A list of prompts is kept beside every chat; alone it is all that is left of one.
  if (found.size === 0 && list === null && chat === null) {
    const prompts = parseValue(rows.text(PROMPTS));
    const bubbles = objectsOf(Array.isArray(prompts) ? prompts : []);
    add({ id: "prompts", about: {}, bubbles, form: "prompts" });
  }
  return [...found.values()];
}

const COMPOSER_LIST = "composer.composerData";
const CHAT = "workbench.panel.aichat.view.aichat.chatdata";
const PROMPTS = "aiService.prompts";

function objectAt(rows: KeyValues, key: string): JsonObject | null {
  const value = parseValue(rows.text(key));
  return isObject(value) ? value : null;
}

function objectsOf(list: Json | readonly unknown[] | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Later versions list the bubbles by id and keep each in a row of its own. */
function composerOf(id: string, { conversation, ...about }: JsonObject): Conversation {
  const listed = objectsOf(about.fullConversationHeadersOnly);
  const bubbles = listed.length > 0 ? listed : objectsOf(conversation);
  return { id, about, bubbles, form: "composer" };
}

function sessionOf(
  path: string,
  { id, about }: Conversation,
  workspace: string | null,
): FoundSession {
  const time = about.lastUpdatedAt ?? about.lastSendTime ?? about.createdAt;
  return {
    agent: "cursor",
    id,
    path,
    cwd: folderOf(about.workspaceIdentifier) ?? workspace,
    bytes: 0,
    modified_ms: typeof time === "number" ? time : 0,
    parent_id: null,
  };
}

function folderOf(workspace: Json | undefined): string | null {
  const uri = isObject(workspace) && isObject(workspace.uri) ? workspace.uri : {};
  return typeof uri.fsPath === "string" ? uri.fsPath : null;
}

/** The folder of a workspace is named in a file beside its database. */
function workspaceFolder(path: string): string | null {
  try {
    const value = parseValue(readFileSync(join(dirname(path), "workspace.json"), "utf8"));
    const folder = isObject(value) ? value.folder : null;
    return typeof folder === "string" ? fileURLToPath(folder) : null;
  } catch {
    return null; // The database of no workspace, or of one on another machine.
  }
}

/** A conversation as lines: what it is, then its bubbles in their order. */
export function rowsOf(path: string, id: string): SourceFile {
  return lineFile(id, 0, function* () {
    const rows = openKeyValues(path);
    if (rows === null) return;
    try {
      const conversation = conversationNamed(rows, id);
      if (conversation === undefined) return;
      yield `${JSON.stringify({ type: conversation.form, data: conversation.about })}\n`;
      for (const bubble of conversation.bubbles) yield `${lineOf(rows, conversation, bubble)}\n`;
    } finally {
      rows.close();
    }
  });
}

function conversationNamed(rows: KeyValues, id: string): Conversation | undefined {
  const composer = objectAt(rows, `composerData:${id}`);
  if (composer !== null) return composerOf(id, composer);
  return conversationsIn(rows).find((each) => each.id === id);
}

function lineOf(rows: KeyValues, { id, form }: Conversation, bubble: JsonObject): string {
  if (form === "prompts") return JSON.stringify({ type: "prompt", text: bubble.text ?? "" });
  const stored = form === "composer" ? rows.text(`bubbleId:${id}:${bubble.bubbleId}`) : null;
  if (stored !== null) return `{"type":"bubble","data":${stored.replaceAll("\n", " ")}}`;
  // The name of a bubble whose row is gone says nothing of what was in it.
  const isNameOnly = !Object.keys(bubble).some((key) => !NAME_KEYS.has(key));
  return JSON.stringify({ type: isNameOnly ? "lost-bubble" : "bubble", data: bubble });
}

const NAME_KEYS: ReadonlySet<string> = new Set(["bubbleId", "type", "serverBubbleId", "grouping"]);
