import * as z from "zod";
import { formatCount } from "../../base/text/format-count.ts";
import type { OutputTarget } from "../../bundles/disk/guard-output.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeStream } from "../../disk/write-stream.ts";
import type { Redaction, Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactionsSchema } from "../../runtime/redaction.ts";
import type { Page } from "../../web/page.ts";
import { escapePage } from "../conversation/escape-page.ts";

/** Input keys of every operation that writes a page. */
export const pageInput = {
  out: z.string().describe("Path of the HTML file to write").meta({ path: "output" }),
  force: z.boolean().default(false).describe("Replace a page that was written earlier"),
};

/** The result of writing a page. */
export const writtenPageSchema = () =>
  z.object({
    /** The file; null where the page is in the result. */
    out: z.string().nullable(),
    /** The page, where no file was named. */
    html: z.string().nullable(),
    title: z.string(),
    bytes: z.number(),
    /** Texts that were cut because they are too long for a page. */
    shortened: z.number(),
    redactions: redactionsSchema(),
  });

/** A page without what is known only when it is written. */
type Unwritten<Kind> = Kind extends Page ? Omit<Kind, "notes" | "written_at"> : never;

/** How a page is written. */
interface WriteOptions {
  /** Null for a page that is returned. */
  readonly target: OutputTarget | null;
  readonly redactor: Redactor | null;
}

/** Writes one self-contained page, or returns it where no file was named, and returns what the operation reports. */
export async function writePage(
  context: OperationContext,
  content: Unwritten<Page>,
  { target, redactor }: WriteOptions,
): Promise<z.infer<ReturnType<typeof writtenPageSchema>>> {
  const { renderPage } = await import("#pages");
  const { page, shortened } = escapePage(content);
  const redactions = redactor?.report() ?? [];
  const notes = notesOf(redactions, shortened, redactor === null);
  const html = renderPage({ ...page, notes, written_at: context.now().toISOString() });
  const bytes = Buffer.from(html);
  if (target !== null) {
    await writeAtomically(target.absolute, (file) => writeStream(only(bytes), file), target);
  }
  return {
    out: target?.absolute ?? null,
    html: target === null ? html : null,
    title: page.title,
    bytes: bytes.length,
    shortened,
    redactions: [...redactions],
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function notesOf(redactions: readonly Redaction[], shortened: number, isKept: boolean): string[] {
  return [
    isKept ? "Secrets were not replaced on this page." : "",
    redactions.length > 0
      ? `${formatCount(redactions.length, "secret")} on this page ${redactions.length === 1 ? "was" : "were"} replaced.`
      : "",
    shortened > 0
      ? `${formatCount(shortened, "text")} on this page ${shortened === 1 ? "is" : "are"} cut.`
      : "",
  ].filter((note) => note !== "");
}
