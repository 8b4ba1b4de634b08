/**
 * Exports a ledger in one of two layouts. *Frames* is the log format of rip: other programs can
 * read it, but it has no place for states and memory, and no hashes. *History* is ours: every event
 * with its hash, every text and artifact, so that the import can prove that nothing changed. Both
 * are streamed page by page.
 */

import { HoldallError } from "../../base/errors.ts";
import { compareBytes } from "../../base/file-set.ts";
import { isSha256, sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { streamKind, streamKinds } from "../../model/event.ts";
import { frameTypeOf } from "../../model/frames.ts";
import type { Transaction } from "../../stores/store.ts";
import { readArtifact, resolveAlias } from "../artifacts.ts";
import { hashEvent, historyLine } from "../event-hash.ts";
import type { Ledger } from "../ledger.ts";
import { allTexts, eventPages } from "../read.ts";
import { referencesIn } from "../references.ts";
import { selectAliases } from "../tables/aliases.ts";
import { type EventRow, selectLastPos } from "../tables/events.ts";
import { selectAllRedacted } from "../tables/redactions.ts";
import { selectText } from "../tables/texts.ts";
import { findText } from "../texts.ts";
import { frameLine } from "./frame-line.ts";

/** A file of an export. */
export interface ExportedFile {
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}

/** What an export contains and what it had to leave out; filled while its files are read. */
export interface ExportCounts {
  events: number;
  streams: number;
  blobs: number;
  /** Events of streams for which the layout has no place, by kind. */
  leftOut: Record<string, number>;
  /** Events in the layout that only Holdall understands. */
  ours: number;
  redacted: number;
  /** Artifacts that events name and that are not stored. */
  missing: number;
}

/** An export that can be written. */
export interface LogExport {
  readonly counts: ExportCounts;
  files(): AsyncIterable<ExportedFile>;
}

const FRAME_BLOBS = ".rip/artifacts/blobs";

/** The rip-style layout: threads, runs and tasks as frames, and the blobs that they name. */
export function exportFrames(ledger: Ledger): LogExport {
  const counts = emptyCounts();
  const named = new Set<string>();
  const streams = new Set<string>();

  async function line(tx: Transaction, row: EventRow): Promise<string | null> {
    const kind = streamKind(row.stream);
    if (kind === null || !streamKinds[kind].rip) {
      const name = kind ?? "unknown";
      counts.leftOut[name] = (counts.leftOut[name] ?? 0) + 1;
      return null;
    }
    streams.add(row.stream);
    counts.events++;
    counts.streams = streams.size;
    if (row.raw === null && (frameTypeOf(row.type) === null || OURS.has(row.type))) counts.ours++;
    const { texts, artifacts } = referencesIn(row.body);
    for (const id of artifacts.filter(isSha256)) named.add(id);
    for (const name of texts) {
      if ((await findText(tx, name)).state === "redacted") counts.redacted++;
    }
    return frameLine(tx, row);
  }

  return {
    counts,
    async *files() {
      yield { path: "events.jsonl", read: () => lines(ledger, line) };
      yield file("store.json", { artifact_ids: await idsOf(ledger), artifacts: FRAME_BLOBS });
      yield* frameBlobs(ledger, named, counts);
    },
  };
}

/** Event types in threads and runs that rip does not have. */
const OURS = new Set(["continuity_archived"]);

/** Our own layout: every event of every stream, every text and every artifact. */
export function exportHistory(ledger: Ledger): LogExport {
  const counts = emptyCounts();
  const streams = new Set<string>();
  return {
    counts,
    async *files() {
      const line = async (_tx: Transaction, row: EventRow) => {
        streams.add(row.stream);
        counts.events++;
        counts.streams = streams.size;
        // An altered event must not leave with a hash that looks right elsewhere only because
        // nobody compared it here.
        if (hashEvent(row) !== row.hash) throw altered("event", row.id);
        return historyLine(row);
      };
      yield { path: "history/events.jsonl", read: () => lines(ledger, line) };
      const redacted = (await ledger.read(selectAllRedacted)).map(({ sha256 }) => sha256);
      counts.redacted = redacted.length;
      if (redacted.length > 0) yield file("history/redacted.json", { redacted });
      const aliases = await ledger.read(selectAliases);
      if (aliases.length > 0) {
        const pairs = aliases.map(({ alias, sha256 }) => [alias, sha256]);
        yield file("history/aliases.json", Object.fromEntries(pairs));
      }
      yield* historyBlobs(ledger, counts);
    },
  };
}

function emptyCounts(): ExportCounts {
  return { events: 0, streams: 0, blobs: 0, leftOut: {}, ours: 0, redacted: 0, missing: 0 };
}

async function* lines(
  ledger: Ledger,
  line: (tx: Transaction, row: EventRow) => Promise<string | null>,
): AsyncGenerator<Uint8Array> {
  const last = await ledger.read(selectLastPos);
  for await (const page of eventPages(ledger, last)) {
    const written = await ledger.read(async (tx) => {
      let text = "";
      for (const row of page) {
        const each = await line(tx, row);
        if (each !== null) text += `${each}\n`;
      }
      return text;
    });
    yield Buffer.from(written);
  }
}

function file(path: string, value: Readonly<Record<string, unknown>>): ExportedFile {
  return bytesFile(path, Buffer.from(`${canonicalJson(value)}\n`));
}

function bytesFile(path: string, bytes: Uint8Array): ExportedFile {
  return {
    path,
    async *read() {
      yield bytes;
    },
  };
}

/** Declares ids as hashes only if all of them are. */
async function idsOf(ledger: Ledger): Promise<"sha256" | "mixed"> {
  return (await ledger.read(selectAliases)).length === 0 ? "sha256" : "mixed";
}

const HEX_NAME = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** Blobs that frames name, and those named inside them, each under the id that is used for it. */
async function* frameBlobs(
  ledger: Ledger,
  named: ReadonlySet<string>,
  counts: ExportCounts,
): AsyncGenerator<ExportedFile> {
  const wanted = [...named].sort(compareBytes).reverse();
  const seen = new Set<string>();
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const name = id;
    const bytes = await ledger.read(async (tx) =>
      named.has(name) || (await tx.artifacts.size(await resolveAlias(tx, name))) !== null
        ? readArtifact(tx, name)
        : null,
    );
    if (bytes === null) {
      if (named.has(id)) counts.missing++;
      continue;
    }
    counts.blobs++;
    yield bytesFile(`${FRAME_BLOBS}/${id}`, bytes);
    for (const [inner] of Buffer.from(bytes).toString("latin1").matchAll(HEX_NAME)) {
      wanted.push(inner);
    }
  }
}

async function* historyBlobs(ledger: Ledger, counts: ExportCounts): AsyncGenerator<ExportedFile> {
  const blob = (name: string, bytes: Uint8Array) => {
    if (sha256(bytes) !== name) throw altered("text", name);
    counts.blobs++;
    return bytesFile(`history/blobs/${name}`, bytes);
  };
  for await (const text of allTexts(ledger)) yield blob(text.sha256, text.content);
  for await (const { sha256: name } of ledger.store.artifacts.list()) {
    if (await ledger.read((tx) => selectText(tx, name))) continue; // Written already.
    const bytes = await ledger.store.artifacts.get(name);
    if (bytes !== null) yield blob(name, bytes);
  }
}

function altered(what: string, name: string): HoldallError {
  return new HoldallError("E_BLOB", `Cannot export ${what} "${name}": it was altered`, {
    cure: "run `holdall verify` to see all findings",
  });
}
