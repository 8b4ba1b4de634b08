import { excerptLine } from "../../base/text/one-line.ts";
import { excerpt } from "../../base/text/text.ts";
import {
  type CompactionSummary,
  type CompiledContext,
  type HandoffBundle,
  isCompiledContext,
} from "../../model/context-documents.ts";
import type { Summary } from "../format.ts";
import { itemHeading, itemText } from "./item-text.ts";
import type { ContextBundle } from "./model.ts";
import { referencesOf } from "./references.ts";

type Facts = Summary["facts"];

/** An outline names this many items; the rest is counted. */
const OUTLINE_LINES = 100;

/** What a context bundle is and contains. */
export function summarise(bundle: ContextBundle): Summary {
  const { document } = bundle;
  return {
    title: titleOf(bundle),
    version: document.schema,
    facts: [...documentFacts(bundle), ...artifactFacts(bundle)],
    outline: isCompiledContext(document)
      ? [itemsOutline(document, bundle)]
      : [textOutline(document)],
  };
}

/** What a bundle is, in one line. */
function titleOf({ document }: ContextBundle): string {
  switch (document.schema) {
    case "rip.context_bundle.v1":
    case "rip.context_bundle.v2":
      return `Context of run ${excerpt(document.provenance.run_session_id)}`;
    case "rip.compaction_summary.v1":
      return `Summary of thread ${excerpt(document.coverage.thread_id)}`;
    case "rip.handoff_context_bundle.v1":
      return "Handoff context";
    default:
      return document satisfies never;
  }
}

function documentFacts({ document }: ContextBundle): Facts {
  switch (document.schema) {
    case "rip.context_bundle.v1":
    case "rip.context_bundle.v2":
      return compiledFacts(document);
    case "rip.compaction_summary.v1":
      return [
        ["kind", excerpt(document.kind)],
        ["covers", `seq ${document.coverage.from_seq} to ${document.coverage.to_seq}`],
        ["actor", excerpt(document.provenance.actor_id)],
        ["origin", excerpt(document.provenance.origin)],
      ];
    case "rip.handoff_context_bundle.v1":
      return [
        ["threads", document.refs?.threads?.length ?? 0],
        ["artifacts named", document.refs?.artifacts?.length ?? 0],
        ["files named", document.refs?.files?.length ?? 0],
      ];
    default:
      return document satisfies never;
  }
}

function compiledFacts({ compiler, source, provenance, items }: CompiledContext): Facts {
  const types = new Map<string, number>();
  for (const { type } of items) types.set(type, (types.get(type) ?? 0) + 1);
  return [
    ["compiler", excerpt(compiler.id)],
    ["strategy", excerpt(compiler.strategy)],
    ["thread", excerpt(source.thread_id)],
    ["up to seq", source.from_seq],
    ["actor", excerpt(provenance.actor_id)],
    ["origin", excerpt(provenance.origin)],
    ["items", items.length],
    ...[...types].map(([type, number]) => [`items: ${type}`, number] as const),
  ];
}

/**
 * A single file cannot carry artifacts, so its references are counted as unresolvable instead of
 * missing.
 */
function artifactFacts({ document, isFolder, blobs }: ContextBundle): Facts {
  const ids = new Set(referencesOf(document).map(({ id }) => id));
  if (ids.size === 0 && !isFolder) return [];
  if (!isFolder) return [["references that one file cannot resolve", ids.size]];
  const resolved = [...ids].filter((id) => blobs.has(id)).length;
  return [
    ["artifacts", blobs.size],
    ["references resolved", `${resolved} of ${ids.size}`],
  ];
}

function itemsOutline({ items }: CompiledContext, { blobs }: ContextBundle) {
  const lines = items.slice(0, OUTLINE_LINES).map((item) => {
    const text = itemText(item, blobs);
    const heading = excerpt(itemHeading(item));
    return text === null ? heading : `${heading}: ${excerptLine(text)}`;
  });
  const more = items.length - lines.length;
  return { heading: "Items", lines: more > 0 ? [...lines, `… and ${more} more`] : lines };
}

function textOutline({ summary_markdown }: CompactionSummary | HandoffBundle) {
  const lines = summary_markdown.slice(0, 20_000).split("\n", OUTLINE_LINES);
  return { heading: "Summary", lines: lines.map((line) => excerpt(line, 120)) };
}
