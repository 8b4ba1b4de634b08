/**
 * Publishes several files so that everybody finds the old set or the new one. The files are staged
 * and written to disk, then a journal names them with their hashes, then each is renamed into place.
 * Whoever opens the bundle next first finishes a journal that was left.
 *
 * Staging comes before the publication is recorded: what cannot be written fails while nothing is recorded yet.
 */

import fs from "node:fs";
import path from "node:path";
import { sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { replaceOwnFile } from "../../disk/replace-text-file.ts";
import { requireWritable } from "../../disk/require-writable.ts";
import { createFolders, moveFiles, writeFolder } from "../../durable/files.ts";
import { BUNDLE } from "../workspace/layout.ts";
import { readOwnJson } from "./own-files.ts";

const JOURNAL = "publish.json";
/** What the files were before the last publication, for whoever wants to see what it changed. */
const PREVIOUS = "previous.json";
const NAME = /^(?:[a-z0-9_]{1,128}\.md|bundle\.yaml)$/;
const STAGING = /^staging-\d{1,10}$/;

/** Where files are staged, and where they go. */
export interface PublishPlace {
  readonly folder: string;
  readonly target: string;
}

/** The publication of the curated files of a responsibility. */
export function publishPlaceOf({
  root,
  folder,
}: {
  readonly root: string;
  readonly folder: string;
}): PublishPlace {
  return { folder, target: pathInside(root, BUNDLE) };
}

/** Files that are on disk and have yet to be put into place. */
export interface StagedFiles {
  readonly staging: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Writes files to disk that will replace those of the target folder, where nobody looks for them yet. */
export function stage(
  { folder, target }: PublishPlace,
  files: ReadonlyMap<string, string>,
): StagedFiles {
  const staging = `staging-${process.pid}`;
  if (files.size === 0) return { staging, files };
  createFolders(target);
  for (const name of files.keys()) requireWritable(target, name);
  requireWritable(folder, JOURNAL);
  writeFolder(path.join(folder, staging), files);
  return { staging, files };
}

/** Puts staged files into place, all or none. */
export function publish(place: PublishPlace, { staging, files }: StagedFiles): void {
  if (files.size === 0) return;
  const { folder, target } = place;
  const replaced = textsIn(target, [...files.keys()]);
  // For whoever wants to see what the publication changed.
  replaceOwnFile(path.join(folder, PREVIOUS), JSON.stringify(Object.fromEntries(replaced)));
  const listed = [...files].map(([name, text]) => {
    const before = replaced.get(name);
    return { name, sha256: sha256(text), before: before === undefined ? null : sha256(before) };
  });
  replaceOwnFile(path.join(folder, JOURNAL), JSON.stringify({ staging, files: listed }));
  finishPublication(place);
}

/** Removes files that were staged and are not published. */
export function discard({ folder }: PublishPlace, { staging }: StagedFiles): void {
  fs.rmSync(path.join(folder, staging), { recursive: true, force: true });
}

/** The text that a file had before the last publication; null when that did not change the file. */
export function readPrevious(folder: string, name: string): string | null {
  const texts = readOwnJson(path.join(folder, PREVIOUS));
  const text = isObject(texts) && Object.hasOwn(texts, name) ? texts[name] : null;
  return typeof text === "string" ? text : null;
}

/** The texts of files of a folder; those that are not there are left out. */
function textsIn(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of names.filter((each) => NAME.test(each))) {
    const file = path.join(folder, name);
    const isFile = fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    if (isFile) texts.set(name, fs.readFileSync(file, "utf8"));
  }
  return texts;
}

/** Where files are that may not be published, for a person to look at. */
export function blockedFolder(folder: string): string {
  return path.join(folder, "blocked");
}

/** Keeps files that may not be published. */
export function keepBlocked(folder: string, files: ReadonlyMap<string, string>): void {
  writeFolder(blockedFolder(folder), files);
}

/**
 * Moves what the journal of a publication names into place, also of one that was interrupted, and clears what was staged
 * besides.
 */
export function finishPublication({ folder, target }: PublishPlace): void {
  const journal = readJournal(path.join(folder, JOURNAL));
  if (journal !== null) {
    const staging = path.join(folder, journal.staging);
    // A link in its place would move files of another folder here.
    const isFolder = fs.lstatSync(staging, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const isStaged = ({ name, sha256: digest }: JournalEntry) => {
      const staged = path.join(staging, name);
      const isFile = fs.lstatSync(staged, { throwIfNoEntry: false })?.isFile() ?? false;
      return isFolder && isFile && sha256(fs.readFileSync(staged)) === digest;
    };
    const names = journal.files.filter(isStaged).map(({ name }) => name);
    moveFiles(staging, target, names);
  }
  fs.rmSync(path.join(folder, JOURNAL), { force: true });
  for (const name of fs.readdirSync(folder)) {
    if (STAGING.test(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Whether a publication was interrupted or is going on. */
export function hasJournal(folder: string): boolean {
  return fs.existsSync(path.join(folder, JOURNAL));
}

/** Whether somebody changed files, since a publication was interrupted, that it would replace. */
export function isChangedSince({ folder, target }: PublishPlace): boolean {
  const files = readJournal(path.join(folder, JOURNAL))?.files ?? [];
  return files.some(({ name, sha256: digest, before }) => {
    const text = textsIn(target, [name]).get(name);
    const found = text === undefined ? null : sha256(text);
    return before !== undefined && found !== before && found !== digest;
  });
}

interface Journal {
  readonly staging: string;
  readonly files: readonly JournalEntry[];
}

interface JournalEntry {
  readonly name: string;
  readonly sha256: string;
  /** The file that it replaces; null for a new one, undefined where an older version wrote the journal. */
  readonly before: string | null | undefined;
}

/** A journal lies in the project: only plain names of curated files are used. */
function readJournal(file: string): Journal | null {
  const value = readOwnJson(file); // Null is none, or one whose publication had not begun.
  if (!isObject(value) || typeof value.staging !== "string" || !STAGING.test(value.staging))
    return null;
  const files = Array.isArray(value.files) ? value.files : [];
  const usable = files.flatMap((each: unknown): JournalEntry[] => {
    if (!isObject(each) || typeof each.name !== "string" || typeof each.sha256 !== "string")
      return [];
    const { name, sha256: digest, before } = each;
    const known = typeof before === "string" || before === null ? before : undefined;
    return NAME.test(name) ? [{ name, sha256: digest, before: known }] : [];
  });
  return { staging: value.staging, files: usable };
}
