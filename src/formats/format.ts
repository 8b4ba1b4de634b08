import type { RecordType } from "../base/check-record.ts";
import type { FileSet, FileTree } from "../base/file-set.ts";
import type { Finding, Findings } from "../base/findings.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Limits } from "./limits.ts";
import type { StateCodec } from "./state-codec.ts";

/** Whether a file set is of a format; `fault` when it claims to be and something is wrong with the claim. */
export interface Detection {
  readonly match: boolean;
  readonly fault?: Finding;
}

/** How to read a bundle. */
export interface ReadOptions {
  readonly limits: Limits;
  /** Receives every fault; its profile decides what is an error. */
  readonly findings: Findings;
  /**
   * `full` also checks what costs reading every byte: hashes of files and blobs. `files`, where a format
   * distinguishes it, compares names and sizes without reading the bytes.
   */
  readonly level: "records" | "files" | "full";
  /** Whether the model is only looked at: what `write` alone needs of many files is then not kept (default: false). */
  readonly isForChecking?: boolean;
}

/** What a bundle is and contains, for people and programs. */
export interface Summary {
  readonly title: string;
  readonly version: string | null;
  /** Label and value, in reading order. */
  readonly facts: readonly (readonly [label: string, value: string | number | boolean])[];
  /** The contents in outline: heading and lines. */
  readonly outline: readonly { readonly heading: string; readonly lines: readonly string[] }[];
}

/** A bundle that is known to be good, for the conformance suite and the tour. */
export interface Sample {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/**
 * One published layout of a bundle. A format knows files, never the disk.
 *
 * Contract, checked by test/conformance/format-suite.ts against every line of the registry:
 * - every sample is detected as this format and no other, and reads without an error in strict;
 * - `write(read(x))` reads back as an equal model, and writing twice gives the same bytes;
 * - a sample with a byte flipped, a line dropped or a file removed ends in findings or reads
 *   cleanly, and never throws anything but a `HoldallError`;
 * - unknown keys survive a round trip;
 * - reading and checking never write, and keep no more in memory than the limits allow.
 */
export interface Format<Model = unknown> {
  readonly name: string;
  /** One sentence: what a bundle of this format is. */
  readonly description: string;
  /** What it contains; a conversion is possible between formats of the same kind, or to a conversation. */
  readonly holds: "state" | "conversation" | "task" | "responsibility";
  readonly versions: readonly string[];
  /** File names of the format, for documentation and to distinguish a bundle from any folder. */
  readonly files: readonly string[];
  /** Those of the files that follow from the others and are written again each time. */
  readonly derived?: readonly string[];
  /** Every record type by name; published as `schemas/<format>/<name>.schema.json`. */
  readonly records: Readonly<Record<string, RecordType>>;
  readonly samples: readonly Sample[];
  detect(files: FileSet): Promise<Detection>;
  /** Reads and checks; null if too little is there for a model. Faults go to the findings. */
  read(files: FileSet, options: ReadOptions): Promise<Model | null>;
  /** The format's own files. What was read and not changed is written from its bytes. */
  write(model: Model): FileTree;
  summarise(model: Model): Summary;
  /** The bundle as Markdown for people. */
  render(model: Model): string;
  /** Name of the top folder in an archive. */
  topFolder(model: Model): string;
  /** How a committed state is read from and written as this format, if it contains one. */
  readonly state?: StateCodec<Model>;
  /** The bundle as items that can be given to a model, with the losses. */
  toConversation?(model: Model, countTokens: (text: string) => number): Conversation;
  fromConversation?(conversation: Conversation): Model;
}
