import fs from "node:fs";
import os from "node:os";
import { randomName, sha256 } from "../base/hash.ts";

/** The parts of a temporary name. */
export interface TemporaryName {
  /** The label of the target it belongs to; null for a folder of its own. */
  readonly label: string | null;
  /** Whether it is a target that was moved aside to be replaced. */
  readonly isReplaced: boolean;
  /** Whether it was created on this machine. */
  readonly isLocal: boolean;
  readonly pid: number;
}

const NAME = /^(?:\.(.+)\.|\.?)holdall-([0-9a-f]{8})-([1-9]\d{0,9})-[0-9a-f]{12}(\.old)?$/s;
/** With its suffix, a longer name would exceed what file systems allow. */
const MAX_LABEL_BYTES = 180;

/**
 * A fresh name for something that will take a target's place, or for a folder of its own. It contains
 * the process id, so that leftovers of a killed process can be distinguished from the work of a running one.
 */
export function createTemporaryName(target: string | null): string {
  const prefix = target === null ? "." : `.${labelOf(target)}.`;
  return `${prefix}holdall-${machine()}-${process.pid}-${randomName()}`;
}

/** The name under which a target is moved aside while its replacement takes its place. */
export function createReplacedName(target: string): string {
  return `${createTemporaryName(target)}.old`;
}

/** Parses a temporary name; null for every other file's name. */
export function parseTemporaryName(name: string): TemporaryName | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, label, tag, pid, old] = match;
  return {
    label: label ?? null,
    isReplaced: old !== undefined,
    isLocal: tag === machine(),
    pid: Number(pid),
  };
}

/** Whether a path is in a temporary folder that this program created, here or elsewhere, now or once. */
export function isInTemporaryFolder(location: string): boolean {
  // Asked for the folder of every session; hardly any has the word in it.
  if (!location.includes("holdall-")) return false;
  return location.split(/[/\\]/).some((name) => parseTemporaryName(name)?.label === null);
}

/** The part of a temporary name that identifies the target: its name, or the hash of a long one. */
export function labelOf(target: string): string {
  return Buffer.byteLength(target) <= MAX_LABEL_BYTES ? target : sha256(target).slice(0, 32);
}

let tag: string | undefined;

/** Process ids mean something only on one machine and, with containers, in one namespace of it. */
function machine(): string {
  tag ??= sha256(`${os.hostname()} ${processNamespace()}`).slice(0, 8);
  return tag;
}

function processNamespace(): string {
  try {
    return fs.readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // Only Linux has them.
  }
}
