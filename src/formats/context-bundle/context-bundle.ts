/**
 * The format `context-bundle`: what a model is given for one run. One JSON file, or a folder with
 * `context.json` and the artifacts it names. Four document schemas share the format; see
 * `model/context-documents.ts`.
 */

import type { FileSet } from "../../base/file-set.ts";
import { readJson } from "../../base/read-document.ts";
import { documentTypes, schemaTags } from "../../model/context-documents.ts";
import type { Format, ReadOptions } from "../format.ts";
import { readBlobs } from "./blobs.ts";
import { checkDocument } from "./check-document.ts";
import { fromConversation, toConversation } from "./conversation.ts";
import { detect, findLayout } from "./layout.ts";
import { type ContextBundle, filesOf } from "./model.ts";
import { render } from "./render.ts";
import { createSamples } from "./samples.ts";
import { summarise } from "./summarise.ts";

async function read(files: FileSet, options: ReadOptions): Promise<ContextBundle | null> {
  const { findings, limits } = options;
  const { file, isFolder } = await findLayout(files);
  const json = await readJson(files, file, { findings, maxBytes: limits.snapshotBytes });
  const document = json && checkDocument(json.value, file, options);
  const blobs = isFolder ? await readBlobs(files, document, options) : new Map();
  if (!json || !document) return null;
  return { file, isFolder, document, bytes: json.bytes, blobs };
}

/** The compiled context of a run, and the summaries and handoffs that it refers to. */
const contextBundle: Format<ContextBundle> = {
  name: "context-bundle",
  description:
    "What a model is given at the start of a run: messages, summaries, tool calls and references, as one JSON file or a folder with its artifacts",
  holds: "conversation",
  versions: schemaTags,
  files: ["context.json", "blobs/"],
  records: {
    "context-bundle-v1": documentTypes["rip.context_bundle.v1"],
    "context-bundle-v2": documentTypes["rip.context_bundle.v2"],
    "compaction-summary": documentTypes["rip.compaction_summary.v1"],
    "handoff-context-bundle": documentTypes["rip.handoff_context_bundle.v1"],
  },
  get samples() {
    return createSamples();
  },
  detect,
  read,
  write: filesOf,
  summarise,
  render,
  topFolder: () => "context-bundle",
  toConversation,
  fromConversation,
};

export default contextBundle;
