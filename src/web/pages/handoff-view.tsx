import { CommandLine } from "../components/command-line.tsx";
import { HandoffPicture } from "../components/pictures/handoff-picture.tsx";
import type { HandoffPage } from "../page.ts";
import { handoffHeadline } from "../text/sharing/headlines.ts";

/** A handoff that was tried out: what the receiver would get, and the commands that do it and undo it. */
export function HandoffView({ page }: { readonly page: HandoffPage }) {
  return (
    <>
      <p class="headline">{handoffHeadline(page.report.conversation, page.receiver, false)}</p>
      <section class="part">
        <h2>
          What <bdi>{page.receiver}</bdi> would get
        </h2>
        <HandoffPicture report={page.report} />
      </section>
      <section class="part">
        <h2>How to hand it over</h2>
        <p class="quiet">This was a dry run: nothing has been changed.</p>
        <dl class="commands">
          {page.commands.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}:</dt>
              <dd>
                <CommandLine command={value} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
