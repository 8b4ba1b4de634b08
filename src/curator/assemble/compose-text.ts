/**
 * What a model reads of the four files: their sections in the order in which a reader needs them, under plain headings,
 * each thing once. The files keep the headings and the pointers of their format.
 */

import { asLoaded } from "../files/as-loaded.ts";
import { type BodySection, renderSections } from "../files/body.ts";
import { NOT_WRITTEN } from "../files/system-context.ts";
import type { PromptFile } from "../mandates/mandate.ts";
import type { SharedFile } from "../mandates/shares.ts";

/** What is put together. */
export interface TextParts {
  readonly prompt: ReadonlyMap<PromptFile, SharedFile>;
  /** Who is meant by the names in the text. */
  readonly people: readonly string[];
  /** Sections of the files that are given elsewhere. */
  readonly without: readonly string[];
}

/** How a section of a file is shown. */
interface Placement {
  readonly from: PromptFile;
  readonly section: string;
  /** Its heading in the text; that of the file unless given. */
  readonly heading?: string;
  /** The sentence before its lines. */
  readonly intro?: string;
  /** A line as it is shown; null for one that is left out. */
  readonly shorten?: (line: string) => string | null;
}

/** Says what binds, and what goes first. */
export const PRECEDENCE =
  "Decided by people and binding, newest first. Guardrails go before decisions, and a newer decision before an older one.";

/** The place of the people and roles, between what binds and how the role works. */
const PEOPLE = "Who is who";

const parts: readonly {
  readonly title: string;
  readonly sections: readonly (Placement | typeof PEOPLE)[];
}[] = [
  {
    title: "Role",
    sections: [
      { from: "system_context", section: "Kernel", heading: "What this role is for" },
      { from: "system_context", section: "Guardrails", shorten: withoutOwnTitle },
      {
        from: "recent_activity",
        section: "Decisions",
        heading: "Decisions in force",
        intro: PRECEDENCE,
        shorten: asLoaded,
      },
      PEOPLE,
      { from: "system_context", section: "Persona voice", heading: "Voice" },
      { from: "system_context", section: "Long-lived mandates", heading: "Recurring work" },
    ],
  },
  {
    title: "Current focus",
    sections: [
      { from: "recent_activity", section: "Unresolved drift", heading: "Wrong model in use" },
      { from: "recent_activity", section: "Open incidents", shorten: asLoaded },
      {
        from: "current_focus",
        section: "Near-term checkpoints",
        heading: "Next dates",
        shorten: withoutLinks,
      },
      { from: "current_focus", section: "Active projects", heading: "Projects" },
      { from: "current_focus", section: "Current objectives", heading: "In progress" },
      { from: "current_focus", section: "Blocked" },
      { from: "current_focus", section: "Newest report" },
    ],
  },
  {
    title: "Open requests",
    sections: [
      { from: "open_requests", section: "Pending", shorten: asLoaded },
      { from: "open_requests", section: "Accepted", shorten: asLoaded },
      { from: "open_requests", section: "Deferred", shorten: asLoaded },
      { from: "open_requests", section: "Sent, not answered", shorten: asLoaded },
      { from: "open_requests", section: "SLA", heading: "Answers in time", shorten: asLoaded },
    ],
  },
  {
    title: "Recent activity",
    sections: [
      { from: "recent_activity", section: "Latest events", shorten: asLoaded },
      {
        from: "recent_activity",
        section: "Everyday requests",
        heading: "Everyday requests of the last 30 days",
      },
      { from: "recent_activity", section: "Summary of older events", heading: "Before that" },
    ],
  },
  {
    title: "Where to look",
    sections: [
      {
        from: "system_context",
        section: "Canonical files",
        heading: "Files",
        shorten: unlessShown,
      },
      { from: "system_context", section: "Knowledge" },
    ],
  },
];

/** The text of the four files. */
export function composeText({ prompt, people, without }: TextParts): string {
  return parts
    .map(({ title, sections }) =>
      renderSections({
        title,
        sections: sections.map((each) =>
          each === PEOPLE ? { heading: PEOPLE, lines: people } : placed(prompt, each, without),
        ),
      }),
    )
    .filter((text) => text !== "")
    .join("\n");
}

function placed(
  prompt: TextParts["prompt"],
  { from, section, heading = section, intro, shorten = (line) => line }: Placement,
  without: readonly string[],
): BodySection {
  const file = prompt.get(from)?.file;
  const found = without.includes(section)
    ? undefined
    : file?.sections.find((each) => each.heading === section);
  const lines = (found?.lines ?? []).flatMap((line) => shorten(line) ?? []);
  return { heading, lines: intro === undefined || lines.length === 0 ? lines : [intro, ...lines] };
}

/** The rules without a title that repeats the heading above them. */
function withoutOwnTitle(line: string): string {
  return line.replace(/^### guardrails\n+/i, "");
}

/** A date without the link of its project, which has its own section. */
function withoutLinks(line: string): string {
  return asLoaded(line).replaceAll(/\[([^\]]{1,200})\]\([^()\s]{1,1024}\)/g, "$1");
}

/** Files that the text has in full, and those that nobody wrote, are not looked up. */
function unlessShown(line: string): string | null {
  const isShown = /^- \[(?:kernel|guardrails)\.md\]/.test(line);
  return isShown || line.endsWith(NOT_WRITTEN) ? null : line;
}
