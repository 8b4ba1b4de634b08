/** What a digest keeps of a session, and what it leaves out because something later overtook it. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import claude from "../../src/agents/claude/claude.ts";
import {
  changedFiles,
  createDigest,
  digestFiles,
  digestItem,
} from "../../src/transcripts/digest/digest.ts";
import { renderDigest } from "../../src/transcripts/digest/render-digest.ts";
import { answered, asked, createItems, ran, type Sketch } from "./create-items.ts";

const END = [asked("Now the last thing."), answered("That is done, too.")];

function digestOf(...sketches: readonly Sketch[]) {
  const digest = createDigest(claude.tools);
  for (const item of createItems(...sketches)) digestItem(digest, item);
  return digest;
}

/** The digest of everything before the last turn. */
function render(sketches: readonly Sketch[], maxBytes = 8000): string {
  const digest = digestOf(...sketches, ...END);
  return renderDigest({ digest, end: digest.turns.length - 1, maxBytes });
}

function edit(path: string): Sketch[] {
  const call_id = `edit ${path}`;
  return [
    { kind: "tool_call", call_id, name: "Edit", arguments: { file_path: path, new_string: "x" } },
    { kind: "tool_result", call_id, content: "changed" },
  ];
}

suite("renderDigest()", () => {
  test("tells requests and what came of them in order, with the day and the number of the item", () => {
    const text = render([
      asked("Build the lamp."),
      answered("The lamp is built in lamp.ts."),
      asked("Paint it red."),
      answered("It is painted with `paintRed`."),
    ]);
    const first = text.indexOf("Build the lamp.");
    const second = text.indexOf("Paint it red.");
    assert(first > 0 && first < second);
    assert(text.includes("2026-01-05 #1 Build the lamp. → The lamp is built"));
  });

  test("does not repeat what another statement says in nearly the same words", () => {
    const text = render([
      asked("Build the lamp."),
      answered("The lamp takes its brightness from the twilight sensor in the hall."),
      asked("Paint it red."),
      answered("Red now. As before, the lamp takes brightness from the twilight sensor."),
    ]);
    assert.equal(text.match(/twilight sensor/g)?.length, 1, text);
    assert(text.includes("Red now."), text);
  });

  test("puts what was added while the agent worked beside its request: one reply answers both", () => {
    const text = render([
      asked("Build the lamp."),
      ...ran("c1", "make lamp", "made"),
      asked("The wire has to be blue."),
      ...ran("c2", "make wire", "made"),
      answered("Both are in src/lamp.ts."),
      asked("Paint it red."),
      answered("It has two coats."),
    ]);
    assert(text.includes("+ was added meanwhile:"), text);
    assert(text.includes("Build the lamp. + #3 The wire has to be blue. → Both are in"), text);
    assert(text.includes("\n- #6 Paint it red. → It has two coats."), text);
  });

  test("the prompt of a command that nobody typed is a request of its own, in its first line", () => {
    const prompt = "You review lamps.\n\n## Rules\n\n- Look at every dial.";
    const text = render([
      asked("Build the lamp."),
      answered("The lamp has a brass dial."),
      { kind: "message", sender: "prompt", text: prompt },
      answered("The review found nothing."),
    ]);
    assert.match(text, /Build the lamp\. → The lamp has a brass dial\./);
    assert.match(text, /You review lamps\. → The review found nothing\./);
    assert(!text.includes("every dial"));
  });

  test("a command that somebody typed is a request with the first line of its prompt", () => {
    const text = render([
      asked("Build the lamp."),
      answered("The lamp has a brass dial."),
      asked("/pr"),
      { kind: "message", sender: "prompt", text: "Write a title for the work.\n\nBe brief." },
      answered("Title: a brass dial"),
    ]);
    assert.match(text, /\/pr: Write a title for the work\. → Title: a brass dial/);
  });

  test("does not repeat a reply that is given word for word elsewhere", () => {
    const digest = digestOf(asked("Build the lamp."), answered("It is in lamp.ts."), ...END);
    const text = renderDigest({ digest, end: 1, maxBytes: 8000, carried: new Set(["i2"]) });
    assert(text.includes("Build the lamp.") && !text.includes("lamp.ts"), text);
  });

  test("a report of a background task is an outcome of the request that started the task", () => {
    const report = (id: string): Sketch => ({
      ...asked(`<task-notification>\n<tool-use-id>${id}</tool-use-id>\n</task-notification>`),
      kind: "message",
      sender: "task",
    });
    const text = render([
      asked("Build the lamp with a sub-agent."),
      ...ran("c1", "start lamp", "started"),
      answered("The agent for the lamp is running."),
      asked("And a shade."),
      ...ran("c2", "start shade", "started"),
      answered("Both agents are running."),
      report("c1"),
      ...ran("c3", "inspect lamp", "fine"),
      answered("The lamp is built in lamp.ts."),
      report("c2"),
      answered("The shade is built in shade.ts."),
      report("unknown"),
      answered("All agents have finished in time.ts."),
    ]);
    assert(text.includes("sub-agent. → The lamp is built in lamp.ts."));
    assert(text.includes("And a shade. → All agents have finished in time.ts."));
  });

  test("leaves out questions, offers and progress of a reply that others followed", () => {
    const text = render([
      asked("Build the lamp."),
      answered(
        "The lamp is built.\n\nCI is still running. Want me to paint it? I'll commit it later.",
      ),
    ]);
    assert(text.includes("The lamp is built."));
    for (const gone of ["still running", "Want me", "commit it"])
      assert(!text.includes(gone), gone);
  });

  test("leaves out an offer by name, whether the user took it up or not", () => {
    const offer =
      "If you want, I can prepare a migration guide for customers of the previous importer.";
    const next = [asked("yeah, that sounds like a great plan. Short."), answered("It is written.")];
    const text = render([asked("Build the lamp."), answered(`Built. ${offer}`), ...next]);
    assert(!text.includes("migration guide"), text);
  });

  test("drops a reply that the user disputed, and keeps the dispute", () => {
    const text = render([
      asked("Add the button."),
      answered("The button is loaded with next/script."),
      asked("That doesn't work at all."),
      answered("It is a plain link now."),
    ]);
    assert(!text.includes("next/script"));
    assert(text.includes("doesn't work at all"));
  });

  test("a refused offer turns down the offer alone", () => {
    const text = render([
      asked("Why are there two commits?"),
      answered("Each session writes one commit. Should I batch them?"),
      asked("no, then it's good"),
      answered("Fine."),
    ]);
    assert(text.includes("Each session writes one commit."));
    assert(!text.includes("Should I batch"));
    assert(text.includes("no, then it's good"));
  });

  test("takes no statement from pasted text, quotations and code", () => {
    const pasted = Array.from({ length: 40 }, (_, n) => `- We decided to keep module ${n}.`);
    const text = render([
      asked(`Does this page help?\n\n${pasted.join("\n")}`),
      answered("It does.\n\n> They should be batched.\n\n```\nWe must never do this.\n```"),
    ]);
    assert(text.includes("Does this page help?"));
    for (const gone of ["keep module", "batched", "never do this"])
      assert(!text.includes(gone), gone);
  });

  test("joins lines that were only wrapped", () => {
    const text = render([
      asked("Go."),
      answered("The cache is\nkept in `lampCache`\nfor an hour."),
    ]);
    assert(text.includes("The cache is kept in `lampCache` for an hour."));
  });

  test("names no file that was renamed since", () => {
    const text = render([
      asked("Write the tour."),
      answered("The tour is in skills/overview/SKILL.md. It has three parts."),
      asked("Call it code-tour."),
      ...ran("c1", "git mv skills/overview/SKILL.md skills/code-tour/SKILL.md", ""),
      answered("Renamed."),
    ]);
    assert(!text.includes("in skills/overview/SKILL.md"));
    assert(text.includes("It has three parts."));
  });

  test("tells what a user chose when asked by a tool, and what they said while refusing", () => {
    const text = render([
      asked("Build the panel."),
      {
        kind: "tool_call",
        call_id: "q",
        name: "AskUserQuestion",
        arguments: { questions: [{ question: "Where should it appear?" }] },
      },
      { kind: "tool_result", call_id: "q", content: '{"answers":{"a":["Editor area"]}}' },
      ...ran(
        "c1",
        "rm -rf build",
        "The user doesn't want to proceed with this tool use. The user said:\nkeep the old build",
        false,
      ),
      answered("Kept."),
    ]);
    assert(text.includes("Where should it appear? Answer: Editor area"));
    assert(text.includes("keep the old build"));
  });

  test("does not take what a server answers for words of the user", () => {
    const text = render([
      asked("Build the panel."),
      {
        kind: "tool_call",
        call_id: "q",
        name: "ask_question",
        arguments: { repoName: "lamps/panel", question: "Where do panels live?" },
      },
      { kind: "tool_result", call_id: "q", content: "Panels live in src/panels." },
      answered("Built."),
      asked("Now test it."),
    ]);
    assert(!text.includes("Panels live in"), text);
  });

  test("of what is said to reports of teammates the last counts", () => {
    const report = (text: string): Sketch => ({
      kind: "message",
      sender: "teammate",
      text: `<teammate-message teammate_id="bob">${text}</teammate-message>`,
    });
    const text = render([
      asked("Have the team wire `lamp.ts` and test `dial.ts`."),
      answered("The team is at work."),
      report("lamp.ts is wired"),
      answered("Bob wired `lamp.ts`; `dial.ts` is still under way."),
      report("dial.ts is tested"),
      answered("Both hold; the fuse of `switch.ts` had to be replaced."),
      asked("Thanks, paint it."),
      answered("Painted."),
    ]);
    assert(text.includes("→ Both hold; the fuse of `switch.ts` had to be replaced."), text);
    assert(!text.includes("under way"), text);
  });

  test("names the files that were changed", () => {
    const text = render([
      asked("Go."),
      ...ran("c1", "cd /lamp && grep -n 'a|b' x.ts | head", "x"),
      ...edit("src/lamp.ts"),
      ...ran("c2", 'git commit -m "Add lamp"', "[main 1a2b3c4] Add lamp\n 1 file changed"),
      answered("Done."),
    ]);
    assert(text.includes("Files changed, newest last: src/lamp.ts"));
  });

  test("keeps of an old summary what was not about its own moment", () => {
    const summary =
      "## Goal\n\nThe lamp must never get hot.\n\n## Current Work\n\nWiring the switch.\n\n## Next Step\n\nTest the switch.";
    const text = render([{ kind: "compaction", summary }, asked("Go on."), answered("Wired.")]);
    assert(text.includes("The lamp must never get hot."));
    assert(!text.includes("Wiring the switch") && !text.includes("Test the switch"));
  });

  test("keeps to its bytes and prefers the first request and constraints", () => {
    const filler = Array.from({ length: 100 }, (_, n) => [
      asked(`Please look at part ${n} again and tell me how it hangs together.`),
      answered(`Part ${n} reads the file and sorts it. It is small. It has no tests.`),
    ]).flat();
    const text = render(
      [asked("Build a lamp."), answered("ok"), asked("Never use mains voltage."), ...filler],
      2000,
    );
    assert(Buffer.byteLength(text) <= 2000, `${Buffer.byteLength(text)} bytes`);
    assert(text.includes("Build a lamp.") && text.includes("Never use mains voltage."));
  });
});

suite("renderDigest() in other languages", () => {
  test("parts sentences where no space stands between them", () => {
    const text = render([
      asked("ランプを作ってください。電圧は12Vです。"),
      answered("ランプを作りました。スイッチは緑です。色を変えますか？"),
      asked("次はシェードです。"),
      answered("シェードは紙です。"),
    ]);
    assert(text.includes("スイッチは緑です。"));
    assert(!text.includes("色を変えますか"));
  });

  test("keeps requests and what came of them in order", () => {
    const text = render([
      asked("Baue die Lampe, aber nie mit Netzspannung."),
      answered("Die Lampe läuft mit 12 V. Soll ich auch den Schirm bauen?"),
      asked("Ja, aus Papier."),
      answered("Der Schirm ist aus Papier."),
    ]);
    assert.match(text, /nie mit Netzspannung[\s\S]*12 V[\s\S]*aus Papier/);
    assert(!text.includes("Soll ich"));
  });
});

test("digestFiles() knows the same changed files as the whole digest", () => {
  const sketches = [
    asked("Build the lamp."),
    ...edit("src/lamp.ts"),
    ...edit("src/shade.ts"),
    ...edit("src/old.ts"),
    ...ran("c1", "git mv src/shade.ts src/cover.ts", "moved"),
    ...ran("c2", "rm src/old.ts", "removed"),
    ...ran("c3", "rm src/lamp.ts", "rm: not permitted, exit code 1"),
    ...ran("c4", "npm run build > out/log.txt", "built"),
  ];
  const digest = createDigest(claude.tools);
  for (const item of createItems(...sketches)) digestFiles(digest, item);
  assert.deepEqual(changedFiles(digest), ["src/lamp.ts", "src/cover.ts", "out/log.txt"]);
  assert.deepEqual(changedFiles(digestOf(...sketches)), changedFiles(digest));
});
