/** What a digest leaves out or marks because something later in the session replaced it. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import claude from "../../src/agents/claude/claude.ts";
import { createDigest, digestItem } from "../../src/transcripts/digest/digest.ts";
import { renderDigest } from "../../src/transcripts/digest/render-digest.ts";
import { answered, asked, createItems, ran, type Sketch } from "./create-items.ts";

const END = [asked("Now the last thing."), answered("That is done, too.")];

/** The digest of everything before the last turn. */
function render(...sketches: readonly Sketch[]): string {
  return renderIn(null, ...sketches);
}

/** The same of a session in a folder. */
function renderIn(folder: string | null, ...sketches: readonly Sketch[]): string {
  const digest = createDigest(claude.tools, folder);
  for (const item of createItems(...sketches, ...END)) digestItem(digest, item);
  return renderDigest({ digest, end: digest.turns.length - 1, maxBytes: 8000 });
}

let edits = 0;

function edit(path: string): Sketch[] {
  const call_id = `edit ${path} ${++edits}`;
  return [
    { kind: "tool_call", call_id, name: "Edit", arguments: { file_path: path, new_string: "x" } },
    { kind: "tool_result", call_id, content: "changed" },
  ];
}

suite("renderDigest() of what was replaced", () => {
  test("leaves out a statement about what a later turn removed", () => {
    const text = render(
      asked("Build the lamp."),
      answered("- The switch opens a colour picker.\n- The shade is made of paper."),
      asked("Simplify it."),
      ...edit("/lamp/switch.ts"),
      answered("The switch is plain: removed the colour picker."),
    );
    assert(!text.includes("opens a colour picker"));
    assert(text.includes("The shade is made of paper."));
    assert(text.includes("removed the colour picker"));
  });

  test("keeps a statement when nothing was changed by who speaks of removing it", () => {
    const text = render(
      asked("Build the lamp."),
      answered("The switch opens a colour picker."),
      asked("What could be simpler?"),
      answered("In a smaller version one would have removed the colour picker."),
    );
    assert(text.includes("The switch opens a colour picker."));
  });

  test("tells a request together with the later one that limits it", () => {
    const text = render(
      asked("Label every lamp with the name of the maker."),
      answered("Sketched."),
      asked("Do not print the maker name"),
      answered("Sketched anew."),
    );
    assert(text.includes("the maker. (later: Do not print the maker name)"));
  });

  test("leaves out a reply that the next one takes back", () => {
    const text = render(
      asked("Why does it flicker?"),
      answered("The cable is broken."),
      asked("The cable is new, look again"),
      answered("You're right, my explanation was wrong. The bulb is loose."),
    );
    assert(!text.includes("The cable is broken."));
    assert(text.includes("The bulb is loose."));
  });

  test("leaves out the answer to a question about a file that the next request had changed", () => {
    const text = render(
      asked("Build the lamp."),
      answered("Built."),
      asked("Where does the colour come from?"),
      answered("In `colour.ts` it is read from the paint store."),
      asked("It should come from the catalogue"),
      ...edit("/lamp/colour.ts"),
      answered("It comes from the catalogue now."),
    );
    assert(!text.includes("paint store"));
    assert(text.includes("It comes from the catalogue now."));
  });

  test("leaves out what came of a change to a file that the user had changed again by name", () => {
    const text = render(
      asked("Share the address."),
      ...edit("/lamp/settings.json"),
      answered("The shared settings name the private address."),
      asked("perhaps settings.json should not have it"),
      ...edit("/lamp/settings.json"),
      answered("The address is kept locally."),
    );
    assert(!text.includes("name the private address"));
    assert(text.includes("The address is kept locally."));
  });

  test("gives each of several requests in a row its part of the reply", () => {
    const text = render(
      asked("Build the lamp."),
      answered("Built."),
      asked("Rename the old button and commit that quickly."),
      asked("Hide the index of the catalogue."),
      answered("The commit has the renamed button. The index of the catalogue is hidden."),
    );
    assert(text.includes("commit that quickly. / Agent: The commit has the renamed button."));
    assert(text.includes("catalogue. / Agent: The index of the catalogue is hidden."));
  });

  test("does not repeat a request whose every word its answer has", () => {
    const text = render(
      asked("Build the lamp."),
      answered("Built."),
      asked("maybe let's review branch-seven first?"),
      answered("Review of branch-seven: three findings remain."),
    );
    assert(!text.includes("maybe let's review"));
    assert(text.includes("Review of branch-seven: three findings remain."));
  });

  test("completes a sentence with the short code that it introduces", () => {
    const text = render(
      asked("Build the lamp."),
      answered(
        'The settings are safe now:\n\n```json\n{ "push": false }\n```\n\nThat is all of it.',
      ),
    );
    assert(text.includes('The settings are safe now: `{ "push": false }`'));
  });
});

suite("renderDigest() of commands and files", () => {
  test("names files below a folder that was moved where they are now", () => {
    const text = render(
      asked("Write the tour."),
      ...edit("/home/rosa/skills/tour/SKILL.md"),
      ...ran("c1", "mkdir -p skills && mv skills/tour skills/code-tour", ""),
      answered("Renamed."),
    );
    assert(text.includes("/home/rosa/skills/code-tour/SKILL.md"));
    assert(!text.includes("skills/tour/SKILL.md"));
  });

  test("shows of a command line only what changed something", () => {
    const text = render(
      asked("Send it."),
      ...ran("c1", 'git add a && git commit -m "Add the lamp"', "[main 1234567] Add the lamp"),
      ...ran(
        "c2",
        "git push origin main && git status | tail -3",
        "1234567..89abcde  main -> main",
      ),
      ...ran("c3", "for f in a b; do cat $f; done && entire status", "a\nb"),
      answered("Sent."),
    );
    assert(text.includes("- git commit -> [main 1234567] Add the lamp\n"));
    assert(text.includes("- git push origin main -> 1234567..89abcde  main -> main"));
    assert(!text.includes("entire status"));
  });

  test("tells which command failed at first, not which edit had to be repeated", () => {
    const failedEdit = edit("/lamp/a.ts").map((sketch) =>
      sketch.kind === "tool_result" ? { ...sketch, ok: false, content: "Error: not read" } : sketch,
    );
    const text = render(
      asked("Test it."),
      ...failedEdit,
      ...edit("/lamp/a.ts"),
      ...ran("c1", "npm test", "Traceback (most recent call last):\nLampError: dark\n", false),
      ...ran("c2", "npm test", "3 passing"),
      answered("Done."),
    );
    assert(text.includes("Failed at first, and succeeded later:\n- npm test -> LampError: dark"));
    assert(!text.includes("not read"));
  });

  test("names files from the folder of the session, and each of them once", () => {
    const text = renderIn(
      "/home/rosa/tides",
      asked("Write it."),
      ...edit("/home/rosa/tides/src/index.ts"),
      ...edit("/home/rosa/tides/index.ts"),
      ...ran("c1", "cd /home/rosa/tides && echo x > src/index.ts", ""),
      ...edit("/home/rosa/other/a.ts"),
      answered("Wrote /home/rosa/tides/index.ts for you."),
    );
    assert(
      text.includes("Files changed, newest last: index.ts, src/index.ts, /home/rosa/other/a.ts"),
    );
    assert(text.includes("Wrote index.ts for you."));
  });

  test("removes only the file that a full path names", () => {
    const text = renderIn(
      "/home/rosa/tides",
      asked("Write it."),
      ...edit("/home/rosa/tides/src/index.ts"),
      ...edit("/home/rosa/tides/index.ts"),
      ...ran("c1", "rm /home/rosa/tides/index.ts", ""),
      answered("Done."),
    );
    assert(text.includes("Files changed, newest last: src/index.ts\n"));
  });

  test("a failure is over when a longer line with the same command succeeded", () => {
    const text = render(
      asked("Commit it."),
      ...ran("c1", 'git commit -m "Lamp"', "error: nothing staged", false),
      ...ran("c2", 'git add . && git commit -m "Lamp"', "[main 1234567] Lamp"),
      answered("Committed."),
    );
    assert(!text.includes("Still open"));
    assert(text.includes("Failed at first"));
  });

  test("a value that was given anew later is told once, as it is now", () => {
    const text = render(
      asked("Set the colours."),
      answered("- `lampOn`: yellow\n- `lampOff`: grey"),
      asked("Use a warmer one."),
      answered("- `lampOn`: amber"),
    );
    assert(text.includes("amber") && text.includes("grey"));
    assert(!text.includes("yellow"));
  });

  test("an offer that the next turn carried out is not open", () => {
    const text = render(
      asked("Are we ready?"),
      answered("Everything passes. Should I proceed with publishing the calendar package?"),
      asked("minor, it is a big change"),
      ...ran("c1", "npm run publish:minor -w calendar", "published 1.2.0"),
      answered("It is published."),
    );
    assert(!text.includes("not taken up"));
  });

  test("the work began with the first request that asks for something", () => {
    const long = Array.from({ length: 60 }, (_, n) => [
      asked(`Paint lamp ${n} in the colour of the harbour, please, and dry it.`),
      answered(`Lamp ${n} is painted.`),
    ]);
    const text = render(
      asked("/model"),
      asked("Port the selector to the new lamps."),
      answered("Ported."),
      ...long.flat(),
    );
    assert(text.includes("Port the selector to the new lamps."));
    assert(!text.includes("/model"));
  });
});

suite("commands and failures", () => {
  test("a failure of an older turn is told, but not as open", () => {
    const text = render(
      asked("Run the linter."),
      ...ran("c1", "npm run lint", "error: 3 problems", false),
      answered("There are three problems."),
      asked("Leave them. Rename the lamp."),
      answered("Renamed."),
      asked("And the other one?"),
      answered("That one as well."),
    );
    assert(!text.includes("Still open"));
    assert(text.includes("Failed earlier, and not run again:\n- npm run lint"));
  });

  test("another way to the same end closes a failure", () => {
    const text = render(
      asked("Update the pull request."),
      ...ran("c1", "gh pr edit 7 --body x", "error: needs read:org", false),
      ...ran("c2", "gh api repos/a/b/pulls/7 -X PATCH -f body=x", "{}"),
      answered("Updated."),
    );
    assert(!text.includes("Still open") && !text.includes("Failed"));
  });

  test("a pipe hides how a command ended: nothing is said to have succeeded later", () => {
    const text = render(
      asked("Check the posts."),
      ...ran("c1", "npm run lint:posts", "error: 1 file", false),
      ...ran("c2", "npm run lint:posts | tail -3", "Files with errors: 1"),
      answered("Checked."),
    );
    assert(!text.includes("succeeded later"));
  });

  test("commands on lines of their own and behind a document are told, looks are not", () => {
    const text = render(
      asked("Commit it and push."),
      ...ran(
        "c1",
        "git add .\ngit commit -F - <<'EOF'\nLamp > `<lamp>/<date>/`\n\nrm nothing\nEOF\ngit push",
        "[main 1234567] Lamp",
      ),
      ...ran("c2", "tmux capture-pane -p\nbd list\ngit tag --list", "v1"),
      answered("Done."),
    );
    assert(text.includes("- git commit && git push -> [main 1234567] Lamp"));
    assert(!/capture-pane|bd list|git tag|rm nothing|<date>/.test(text));
  });

  test("numbers of a list in a request stay, a long sentence ends with a mark", () => {
    const filler = "lantern ".repeat(80);
    const text = render(
      asked("Apply these:\n1. Fail at once\n2. Leave it alone"),
      answered(`Done with ${filler}.`),
      asked("Thanks, now the next lamp."),
      answered("Yes."),
    );
    assert(text.includes("1) Fail at once") && text.includes("2) Leave it alone"));
    assert(/lantern…/.test(text));
  });
});
