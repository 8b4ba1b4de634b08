/**
 * The format `ai-context`: the curated Markdown of one responsibility. Five core files are
 * expected; further Markdown files are add-ons; `bundle.yaml` has the metadata and the status of
 * the ingestion. The bytes of every file are kept as read, so that writing never reformats what a
 * person wrote.
 */

import {
  frontMatterType,
  metadataType,
  modelPreferencesType,
} from "../../model/ai-context/records.ts";
import type { Format } from "../format.ts";
import { toConversation } from "./conversation.ts";
import { detect } from "./layout.ts";
import { type AiContext, filesOf } from "./model.ts";
import { createSamples } from "./samples.ts";
import { render, summarise } from "./summarise.ts";

/** A responsibility's curated Markdown files with their metadata. */
const aiContext: Format<AiContext> = {
  name: "ai-context",
  description:
    "A small set of Markdown files that represents one responsibility in a prompt, with provenance and metadata",
  holds: "responsibility",
  versions: [],
  files: [
    "bundle.yaml",
    "system_context.md",
    "current_focus.md",
    "recent_activity.md",
    "open_requests.md",
    "model_preferences.md",
  ],
  records: {
    "front-matter": frontMatterType,
    "model-preferences": modelPreferencesType,
    "bundle-metadata": metadataType,
  },
  get samples() {
    return createSamples();
  },
  detect,
  // The YAML reader is loaded when it is needed: every detection loads this file.
  read: async (files, options) => (await import("./read.ts")).read(files, options),
  write: filesOf,
  summarise,
  render,
  topFolder: () => "ai_context",
  toConversation,
};

export default aiContext;
