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

  test("what an agent remarked before the next request came in is no answer", () => {
    const text = render(
      asked("Rename the old button."),
      answered("I look for the button."),
      ...ran("c1", "grep -r button", "a.ts"),
      asked("And hide the index of the catalogue."),
      answered("The button is renamed. The index of the catalogue is hidden."),
    );
    assert(text.includes("#1 Rename the old button. + #"), text);
    assert(text.includes("catalogue. → The button is renamed. The index of the"));
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
    assert(text.includes("Files changed, newest last: src/index.ts"));
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

suite("renderDigest() of lists", () => {
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
