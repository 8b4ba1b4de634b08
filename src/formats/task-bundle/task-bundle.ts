import type { TaskBundle } from "../../model/task-bundle.ts";
import {
  artifactInfoRecord,
  bundleRecord,
  eventRecord,
  listedFileRecord,
  manifestRecord,
} from "../../model/task-bundle-records.ts";
import type { Format } from "../format.ts";
import { toConversation } from "./conversation.ts";
import { detect } from "./detect.ts";
import { read } from "./read.ts";
import { render } from "./render.ts";
import { samples } from "./samples.ts";
import { summarise } from "./summarise.ts";
import { topFolder, write } from "./write.ts";

/** The format of one coding task: what was asked, what happened, what came of it, on which files. */
const taskBundle: Format<TaskBundle> = {
  name: "task-bundle",
  description: "One coding task with its result, notable events, patch and captured files",
  holds: "task",
  versions: ["0.1", "0.2", "0.3"],
  files: [
    "bundle.json",
    "task.md",
    "summary.md",
    "events.jsonl",
    "result.diff",
    "workspace/manifest.json",
    "workspace/files",
    "hidden/manifest.json",
    "hidden/files",
  ],
  records: {
    bundle: bundleRecord,
    "artifact-info": artifactInfoRecord,
    manifest: manifestRecord,
    "listed-file": listedFileRecord,
    event: eventRecord,
  },
  // Made when asked for: their hashes would cost every start.
  get samples() {
    return samples();
  },
  detect,
  read,
  write,
  summarise,
  render,
  topFolder,
  toConversation,
};

export default taskBundle;
