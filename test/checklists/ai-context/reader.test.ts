/** What a model reads of a responsibility. */

import assert from "node:assert/strict";
import { codeOf } from "../../support/operations.ts";
import { testOnStores } from "./workspace.ts";

const guardrails = `# Guardrails

## Does not decide
- Dates of releases

## Forbidden
1. Pay invoices of new suppliers

## Limits
A text has at most 1,200 words.
`;

testOnStores(
  "guardrails and kernel are taken over as they are, with the headings that make a rule of a line",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    write({ "guardrails.md": guardrails, "kernel.md": "# Docs\n\n## Asks first\n- About costs\n" });
    await refresh();
    const text = read("ai_context/system_context.md");
    assert.match(text, /^#### Does not decide\n- Dates of releases$/m);
    assert.match(text, /^#### Forbidden\n1\. Pay invoices of new suppliers$/m);
    assert.match(text, /^#### Limits\nA text has at most 1,200 words\.$/m);
    assert.match(text, /^#### Asks first\n- About costs$/m);
    const body = text.slice(text.indexOf("# System context"));
    assert.doesNotMatch(body, /[0-9a-f]{12}/, "no hash is given to a model");
  },
);

testOnStores(
  "rules that are too long stop the refresh, which names the file to shorten",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    await refresh();
    const before = read("ai_context/system_context.md");
    write({ "guardrails.md": `# Guardrails\n\n${"- Never do this.\n".repeat(400)}` });
    const error = await refresh().catch((thrown: Error) => thrown);
    assert(error instanceof Error);
    assert.equal(await codeOf(refresh()), "E_TOO_LARGE");
    assert.match(error.message, /"guardrails\.md"/);
    assert.equal(read("ai_context/system_context.md"), before);
  },
);

testOnStores(
  "a project is never shortened across a heading, and what is left out is named",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    write({
      "context/projects/site.md": `# Site\n\nNew pages.\n\n## Next steps\n- Write\n\n## Not part of the work\n- Translations\n\n## History\n${"- It was begun once more.\n".repeat(200)}`,
    });
    await refresh();
    const text = read("ai_context/current_focus.md");
    assert.match(text, /^#### Not part of the work\n- Translations$/m);
    assert.match(text, /^… History \(\[context\/projects\/site\.md\]/m);
    assert.doesNotMatch(text, /begun once more/);
  },
);

testOnStores("what nobody has written yet reaches no file", async (createWorkspace) => {
  const { refresh, read } = await createWorkspace();
  await refresh();
  const text = ["system_context", "current_focus"]
    .map((stem) => read(`ai_context/${stem}.md`))
    .join("\n");
  for (const line of ["in two or three sentences", "Write this yourself", "Replace this with"]) {
    assert(!text.includes(line), line);
  }
});
