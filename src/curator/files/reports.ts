import { sha256 } from "../../base/hash.ts";
import type { Collection, CollectionKind } from "../workspace/collection/collection.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import { normalTime } from "../workspace/time.ts";
import { parseMarkdown, textOf } from "./markdown.ts";

const reports = datedFiles({ name: "reports", folder: "reports", kind: "report" });
const meetings = datedFiles({ name: "meetings", folder: "meetings/summaries", kind: "meeting" });

/** All reports. */
export function collectReports(files: ResponsibilityFiles): Collection {
  return files.collect(reports);
}

/** All summaries of meetings. */
export function collectMeetings(files: ResponsibilityFiles): Collection {
  return files.collect(meetings);
}

/** Files that are events by themselves, at the time that they or their names give. */
function datedFiles({
  name,
  folder,
  kind,
}: {
  readonly name: string;
  readonly folder: string;
  readonly kind: string;
}): CollectionKind {
  return {
    name,
    folder,
    isNested: false,
    describe(path, text) {
      const id = path.slice(folder.length + 1, -3);
      const { frontMatter, title } = parseMarkdown(text);
      const day = /^\d{4}-\d{2}-\d{2}/.exec(id)?.[0];
      return {
        kind,
        id,
        path,
        isClosed: true,
        model: null,
        sha256: sha256(text),
        at:
          normalTime(textOf(frontMatter, "created_at") ?? "") ??
          normalTime(`${day}T00:00:00Z`) ??
          "1970-01-01T00:00:00Z",
        summary: title ?? id,
      };
    },
  };
}
