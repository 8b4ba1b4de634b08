/** How a session ended: what is open needs a record that nothing later closes. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import claude from "../../src/agents/claude/claude.ts";
import { createDigest, digestItem } from "../../src/transcripts/digest/digest.ts";
import { endingOf } from "../../src/transcripts/ending/ending.ts";
import { renderEnding } from "../../src/transcripts/ending/render-ending.ts";
import { answered, asked, createItems, ran, type Sketch } from "./create-items.ts";

function end(...sketches: readonly Sketch[]) {
  const digest = createDigest(claude.tools);
  for (const item of createItems(...sketches)) digestItem(digest, item);
  const ending = endingOf(digest);
  const texts = (of: "open" | "done" | "refused" | "unknown") => ending[of].map(({ text }) => text);
  const { numbers } = digest;
  return {
    ...ending,
    page: renderEnding(ending, { maxBytes: 4000, numbers, carried: null }),
    texts,
  };
}

let calls = 0;

function call(name: string, input: object, content: string): Sketch[] {
  const call_id = `k${++calls}`;
  return [
    { kind: "tool_call", call_id, name, arguments: { ...input } },
    { kind: "tool_result", call_id, content },
  ];
}

const edit = (path: string) => call("Edit", { file_path: path, new_string: "x" }, "changed");
const plan = (...todos: readonly (readonly [content: string, status: string])[]) =>
  call("TodoWrite", { todos: todos.map(([content, status]) => ({ content, status })) }, "ok");

suite("what was asked last and what stopped it", () => {
  test("an answered request, with nothing open, is reported as such", () => {
    const { page, answer } = end(asked("Build it."), ...edit("a.ts"), answered("It is built."));
    assert.equal(answer?.item_id, "i4");
    assert(page.includes("Asked last #1: Build it.\nAnswered #3;"), page);
    assert(page.includes("Still open: nothing was recognised; the last message may name more."));
  });

  test("a command to the agent's own program at the end asks for nothing", () => {
    const { page } = end(asked("Build it."), answered("It is built."), asked("/clear"));
    assert(page.includes("Asked last #1: Build it.\nAnswered #2;"), page);
  });

  test("the assignment of a teammate is the request of a session that it began", () => {
    const text =
      '<teammate-message teammate_id="lead">{"type":"task_assignment"}</teammate-message>\n<teammate-message teammate_id="lead">Wire the lamp.</teammate-message>';
    const { page } = end(
      { kind: "message", sender: "teammate", text },
      ...edit("a.ts"),
      answered("It is wired."),
      { kind: "message", sender: "teammate", text: text.replace("Wire the lamp.", "Thanks.") },
      answered("Glad to help."),
    );
    assert(page.includes("Asked last #1: Wire the lamp.\nAnswered #5;"), page);
  });

  test("a usage limit, an interruption and an error are told apart", () => {
    const stopped = (code: string | null, text: string) =>
      end(asked("Build it."), { kind: "error", code, text }).stop?.by;
    assert.equal(stopped(null, "You've hit your limit · resets 5am"), "limit");
    assert.equal(stopped("usage_limit_exceeded", "Upgrade to Pro"), "limit");
    assert.equal(stopped("interrupted", "[Request interrupted by user]"), "interrupt");
    assert.equal(stopped(null, "WebSocket error"), "error");
  });

  test("work that went on after an error was not stopped by it", () => {
    const error: Sketch = { kind: "error", code: null, text: "WebSocket error" };
    const { stop, answer } = end(asked("Build it."), error, answered("Built."), error);
    assert.deepEqual([stop, answer?.item_id], [null, "i3"]);
  });

  test("requests that came while the agent worked are answered together", () => {
    const ending = end(asked("Build it."), ...edit("a.ts"), asked("In red."), answered("Built."));
    assert.deepEqual(
      ending.asked.map(({ text }) => text),
      ["Build it.", "In red."],
    );
  });

  test("a refusal with words is a request, one without is listed", () => {
    const refused = (content: string) =>
      end(asked("Go."), ...ran("c1", "rm -r old", content, false)).texts("refused");
    const refusal = "The user doesn't want to proceed with this tool use.";
    assert.deepEqual(refused(refusal), ["The user refused rm -r old"]);
    assert.deepEqual(refused(`${refusal} the user said:\nkeep it`), []);
  });

  test("a command of the program is no request, and ending a task is no further work", () => {
    const finish = call("task_complete", { summary: "Built." }, "ok");
    const ending = end(asked("Build it."), answered("Built."), ...finish, asked("/clear"));
    assert.deepEqual(
      ending.asked.map(({ text }) => text),
      ["Build it."],
    );
    assert.notEqual(ending.answer, null);
  });

  test("a later report of a task of an earlier request is no answer to the last one", () => {
    const start: Sketch[] = ran("c1", "start it", "started");
    const report: Sketch = {
      kind: "message",
      text: "<task-notification><tool-use-id>c1</tool-use-id></task-notification>",
      sender: "task",
    };
    const work = [
      asked("Build it."),
      ...start,
      answered("It runs."),
      asked("Why?"),
      answered("So."),
    ];
    const ending = end(...work, report, answered("It is built. You have to restart the server."));
    assert.deepEqual([ending.answer?.item_id, ending.report?.item_id], ["i6", "i8"]);
    assert.match(ending.page, /Answered #\d; the last message below, #\d, reports on an earlier/);
    assert.equal(end(...work).report, null);
  });

  test("a call without a result is unknown, and a question without an answer is open", () => {
    const push: Sketch = { kind: "tool_call", name: "Bash", arguments: { command: "git push" } };
    assert.deepEqual(end(asked("Send it."), push).texts("unknown"), [
      "no result recorded of Bash git push",
    ]);
    const questions = [{ question: "Which colour?" }];
    const ask: Sketch = { kind: "tool_call", name: "AskUserQuestion", arguments: { questions } };
    assert.deepEqual(end(asked("Paint it."), ask).texts("open"), [
      "the user has to answer: Which colour?",
    ]);
  });
});

suite("steps of a plan", () => {
  test("are open while their request has no answer", () => {
    const { texts } = end(asked("Go."), ...plan(["wire it", "completed"], ["test it", "pending"]));
    assert.deepEqual(texts("open"), ["test it"]);
    assert.deepEqual(texts("done"), ["1 of 2 steps of the plan"]);
  });

  test("that was answered: a step that was begun may only not be ticked off", () => {
    const begun = end(asked("Go."), ...plan(["test it", "in_progress"]), answered("All works."));
    assert.deepEqual(begun.texts("open"), []);
    assert.deepEqual(begun.texts("unknown"), ["the plan does not tick off: test it"]);
  });

  test("are closed by a later list, a teammate and a sub-agent", () => {
    const created = ["wire it", "test it", "sell it", "ship it"].flatMap((subject, at) =>
      call("TaskCreate", { subject }, `Task #${at + 1} created successfully`),
    );
    const list = "#1 [completed] wire it\n#2 [pending] test it\n#3 [pending] sell it";
    const report: Sketch = {
      kind: "message",
      text: '<teammate-message teammate_id="bob">Task #2 is done.</teammate-message>',
      sender: "task",
    };
    const bySubAgent = call("TaskUpdate", { taskId: "3", status: "completed" }, "Updated").map(
      (sketch) => ({ ...sketch, thread: "bob" }),
    );
    const begin = [asked("Go."), ...created];
    assert.deepEqual(end(...begin).texts("open").length, 4);
    const listed = [...begin, ...call("TaskList", {}, list)];
    assert.deepEqual(end(...listed).texts("open"), ["test it", "sell it"]);
    assert.deepEqual(end(...listed, report).texts("open"), ["sell it"]);
    assert.deepEqual(end(...listed, report, ...bySubAgent).texts("open"), []);
  });

  test("that were begun may be done although the record ends within the work", () => {
    const { texts } = end(
      asked("Go."),
      ...plan(["test it", "in_progress"], ["ship it", "pending"]),
      ...ran("c1", "npm test", "3 passing"),
    );
    assert.deepEqual(texts("open"), ["ship it"]);
    assert.deepEqual(texts("unknown"), ["the plan does not tick off: test it"]);
  });

  test("that nobody looked after are one line", () => {
    const steps = ["a", "b", "c", "d"].map((step) => [step, "in_progress"] as const);
    const { texts } = end(asked("Go."), ...plan(...steps), answered("All works."));
    assert.deepEqual(texts("unknown"), ["the plan does not tick off: a; b; c and 1 more"]);
  });

  test("of a plan that was left are not open", () => {
    const later = [asked("Paint it."), answered("Painted."), asked("Dry it."), answered("Dry.")];
    const { texts } = end(asked("Go."), ...plan(["a", "pending"]), answered("Built."), ...later);
    assert.deepEqual([texts("open"), texts("unknown")], [[], []]);
  });
});

suite("checks and commits", () => {
  test("a commit is done although its hook prints failures and it names a test file", () => {
    const command = 'git add src/a.test.ts && git commit -m "Test the lamp"';
    const output = "[main 1a2b3c4] Test the lamp\n1 failed (retried)\n12 pass";
    const { texts } = end(asked("Commit."), ...ran("c1", command, output), answered("Done."));
    assert.deepEqual(texts("done"), ["commit 1a2b3c4 Test the lamp (not pushed)"]);
  });

  test("a pull request that was merged is done, although its command prints nothing", () => {
    const { texts } = end(
      asked("Merge it."),
      ...ran("c1", "gh pr merge 12 --squash", ""),
      answered("Merged."),
    );
    assert.deepEqual(texts("done"), ["gh pr merge 12 --squash"]);
  });

  test("what a page of help says is not done", () => {
    const output = "Example: 5 tests for 2 lamps.\nsee https://lamps.example/bench/issues/33";
    const { texts } = end(
      asked("Test it."),
      ...ran("c1", "lamps skills explain bench", output),
      answered("Read."),
    );
    assert.deepEqual(texts("done"), []);
  });

  test("a red test is open until a green run of the same, or of all tests", () => {
    const red = [asked("Test it."), ...ran("c1", "npx vitest run a.test.ts", "1 failed", false)];
    assert.equal(end(...red).texts("open").length, 1);
    assert.deepEqual(end(...red, ...ran("c2", "npm test", "3 passing")).texts("open"), []);
    const other = ran("c2", "npx vitest run b.test.ts", "3 passing");
    assert.equal(end(...red, ...other).texts("open").length, 1);
  });

  test("a check that was run together with others, after a reset, or was aborted is not open", () => {
    const red = ran("c1", "git reset -q a.test.ts && npx vitest run a.test.ts", "1 failed", false);
    const green = ran("c2", "cd lamp && npx vitest run a.test.ts b.test.ts", "3 passing");
    assert.equal(end(asked("Test it."), ...red).texts("open").length, 1);
    assert.deepEqual(end(asked("Test it."), ...red, ...green).texts("open"), []);
    const aborted = ran("c1", "npm test", "Command aborted", false);
    assert.deepEqual(end(asked("Test it."), ...aborted).texts("open"), []);
  });

  test("a change to a test that was refused is no check that failed", () => {
    const [change] = edit("a.test.ts");
    const refused: Sketch = {
      kind: "tool_result",
      call_id: `k${calls}`,
      ok: false,
      content: "Error: no red test yet",
    };
    assert.deepEqual(end(asked("Go."), change as Sketch, refused).texts("open"), []);
  });

  test("another command that failed may have been replaced: that is unknown", () => {
    const failed = ran("c1", "lamps close main", "Error: no window", false);
    const { texts } = end(asked("Close it."), ...failed, ...ran("c2", "dials kill-window", ""));
    assert.deepEqual(texts("open"), []);
    assert.match(texts("unknown").join(), /failed: lamps close main/);
  });

  test("a red verdict counts although a pipe hides how the run ended", () => {
    const { texts } = end(asked("Test it."), ...ran("c1", "npm test | tail -3", "Tests: 2 failed"));
    assert.equal(texts("open").length, 1);
  });

  test("commits and verdicts are done; of an amended commit only the last is", () => {
    const { texts } = end(
      asked("Commit it."),
      ...ran("c1", "git commit -m Lamp", "[main 1234567] Lamp"),
      ...ran("c2", "git commit --amend", "[main 89abcde] Lamp"),
      ...ran("c3", "npm test", "3 passing"),
      answered("Done."),
    );
    assert.deepEqual(texts("done"), ["commit 89abcde Lamp (not pushed)", "npm test: 3 passing"]);
  });

  test("the version in the banner of a package manager is no verdict, and its error is named", () => {
    const banner = "> @lamps/dials@0.0.1 test /home/rosa/lamps\n> node run.js\n\nPASS dials";
    const refused =
      " ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad Node.js version)\n\nThis is happening because the manifest has an engines.node field specified.";
    const run = [asked("Test it."), ...ran("c1", "pnpm --filter lamps test", banner)];
    assert.deepEqual(end(...run, answered("Tested.")).texts("done"), []);
    const failed = end(asked("Test it."), ...ran("c1", "pnpm test", refused, false));
    assert.match(failed.texts("open").join(), /ERR_PNPM_UNSUPPORTED_ENGINE/);
  });

  test("what was fetched or failed is not done, and a commit says whether it was pushed", () => {
    const { texts } = end(
      asked("Go."),
      ...ran("p1", "git commit -m one", "[main abcdef1] one"),
      ...ran("p2", "git push", "   1111111..abcdef1  main -> main"),
      ...ran("p3", "git pull", "   abcdef1..2222222  main       -> origin/main\nFast-forward"),
      ...ran("p4", "git commit -m 'fix error text'", "[main abcdef2] fix error text"),
      ...ran("p5", "npx markdownlint docs", "Linting: 0 file(s)\nSummary: 0 issues in 0 files"),
      answered("Ready for git push when you are."),
    );
    const done = texts("done").join("\n");
    assert.match(done, /commit abcdef1 one$/m);
    assert.match(done, /commit abcdef2 fix error text \(not pushed\)$/m);
    assert.doesNotMatch(done, /2222222|0 files/);
    assert.match(texts("open").join(), /Ready for git push/);
  });

  test("a release that failed stays known, whatever else was done or asked since", () => {
    const failed = ran(
      "r1",
      "cd app && npm run publish",
      "x.ts(5,1): error TS2305: no member",
      false,
    );
    const { texts } = end(
      asked("Publish it."),
      ...failed,
      ...ran("r2", "cd app && npm install", "added 3 packages"),
      answered("It does not build yet."),
      asked("And the docs?"),
      answered("They are there."),
    );
    assert.match(texts("open").join(), /failed: .*npm run publish -> .*TS2305/);
  });

  test("of the tries at a push the last is named, and a commit counts although it prints nothing", () => {
    const { texts } = end(
      asked("Send it."),
      ...ran("c1", "git commit -m Lamp", "[main 1234567] Lamp"),
      ...edit("b.ts"),
      ...ran("c2", "git commit -q -am Dial", ""),
      ...ran("c3", "git pull --rebase && git push", "fatal: no route", false),
      ...ran("c4", "git push origin HEAD", "fatal: timed out", false),
      answered("It is committed."),
    );
    assert.deepEqual(texts("open"), ["failed: git push origin HEAD -> fatal: timed out"]);
  });

  for (const command of [
    "git -c user.name=Rosa commit -qam Dial",
    "git stash",
    "git reset --hard HEAD",
    "git checkout .",
    "gt modify -a",
  ]) {
    test(`what was changed before “${command}” may be no longer there`, () => {
      const { texts } = end(
        asked("Go."),
        ...ran("c1", "git commit -m Lamp", "[main 1234567] Lamp"),
        ...edit("b.ts"),
        ...ran("c2", command, ""),
        answered("Done."),
      );
      assert.deepEqual(texts("open"), []);
    });
  }

  test("a push of another commit than the last shows that something else commits", () => {
    const pushed = (id: string) =>
      end(
        asked("Go."),
        ...ran("c1", "git commit -m Lamp", "[main 1234567] Lamp"),
        ...ran("c2", "git push origin main", `   abcdef1..${id}  main -> main`),
        ...edit("b.ts"),
        answered("Done."),
      ).texts("open").length;
    assert.deepEqual([pushed("1234567"), pushed("89abcde")], [1, 0]);
  });

  test("a list of what was removed is not open", () => {
    const reply = "Removed the remaining names:\n- README alt text is now `skills cover`\n";
    assert.deepEqual(end(asked("Go."), answered(reply)).texts("open"), []);
  });

  test("what was changed after the last commit and the last test is named", () => {
    const { texts } = end(
      asked("Commit it."),
      ...edit("a.ts"),
      ...ran("c1", "npm test", "3 passing"),
      ...ran("c2", "git commit -m Lamp", "[main 1234567] Lamp"),
      ...edit("b.ts"),
      ...edit("/home/rosa/.claude/plans/lamp.md"),
      ...edit("C:\\Users\\rosa\\.claude\\plans\\lamp.md"),
      answered("Done."),
    );
    assert.deepEqual(texts("open"), ["changed after the last commit 1234567, not committed: b.ts"]);
    assert.deepEqual(texts("unknown"), [
      "whether the tests pass: none was run after the last change",
    ]);
  });
});

suite("what the last reply leaves", () => {
  test("its questions and what it names as not done are open, courtesies are not", () => {
    const { texts } = end(
      asked("Build it."),
      answered(
        "Built.\n\nNot tested on Windows: I could not run it there. Should I push it?\n\n## Remaining\n\n- Sign the installer. The key is in the safe.\n\nLet me know how it looks! Anything else?",
      ),
    );
    assert.deepEqual(texts("open"), [
      "Not tested on Windows: I could not run it there.",
      "Sign the installer.",
      "the user has to answer: Should I push it?",
    ]);
  });

  test("what only speaks of work that is not done leaves nothing", () => {
    const reply = [
      "I reviewed all uncommitted changes, and read what was never deployed.",
      "- The retried task may never run again, because it does not verify the path.",
      "- Removed the inline TODO and the paragraph about nesting (not implemented).",
      "- Todo saved: `docs/lamps.md`",
      "## Next up",
      "<sub>`/clear` first for a fresh context</sub>",
      "## Notes",
      "- Fix: claim it with `UPDATE lamps WHERE id = ?",
      "If you want, I can do a second pass focused only on the dials.",
      "- It is unsafe when the state of a lamp is pending, and retries are deferred while it is unresolved.",
      "- It still needs a cast for the old compiler.",
      "- The line answers the only question of a reader — *why is it not in CI?*",
      "- I restored “Do not run them in parallel”.",
      "- The dials were written but not checked off in the list.",
      "- `docs/cluster.md`, a plan for more lamps (not yet implemented)",
      "- Not implemented; the old dial was used instead",
      "- Files of the agent look new because they were not committed.",
      "- Criteria: three questions (always known?, short?)",
      "You'll need to wait for the cache of the dial.",
      "What would you like me to do?",
      "If you want more dials, tell me which.",
      "The section “What's next with your lamps?” shows:",
      "- The number of lamps",
      "Next steps if you want to proceed:",
      "- Add a dial",
      "Remaining:",
      "- If you want tweaks, name them",
      "- I can also paint it",
      "Next steps:",
      "- Review the lamp",
      "- Run `lamps review` when complete",
      "- 💡 Tip: paint it with another brush",
      "- Command: `lamps paint`",
      "- Notified the painter",
      "The other lamps were there before and were left untouched.",
      "What would you like to do next?",
      "Managed lamps can remain open after a check.",
      "All 7 remaining lamps are there and the list is clean. Here is the final tally:",
      "- Lamps of brass",
      "",
      "| Function | Standard alternative? |",
      "|---|---|",
    ].join("\n");
    assert.deepEqual(end(asked("Review it."), answered(reply)).texts("open"), []);
  });

  for (const courtesy of [
    "Which of those help next?",
    "What would you like to do next?",
    "Start with the first lamp whenever you're ready.",
    "Tell me when to shut the server down.",
  ]) {
    test(`a reply that ends like this asks nothing: ${courtesy}`, () => {
      const { texts } = end(asked("Build it."), answered(`It is built.\n\n${courtesy}`));
      assert.deepEqual(texts("open"), []);
    });
  }

  test("in other languages only headings of what is not done and questions count", () => {
    const reply =
      "灯已经亮了。接下来做两件事：\n\n1. 检查表盘颜色\n\n如果还没有处理导线，不要提交。下一步我可以带你设计表盘。\n\n待办：\n\n- 写一份报告\n\n要不要现在提交？";
    const { texts } = end(asked("做灯。"), answered(reply));
    assert.deepEqual(texts("open"), ["写一份报告", "the user has to answer: 要不要现在提交？"]);
  });

  test("what an agent did not do or could not do is open", () => {
    const statements = [
      "I could not run the tests here.",
      "Tests were not run (you interrupted before that).",
      "CI hasn't run yet.",
      "The one path I still can't verify is the dial on Windows.",
      "These fixes are not committed yet.",
      "I found a bug, so I did not commit.",
      "All plans are staged but uncommitted.",
    ];
    const { texts } = end(asked("Test it."), answered(statements.join("\n\n")));
    assert.deepEqual(texts("open"), statements.slice(0, 6));
  });

  test("what an earlier reply left is unknown until the last turn comes back to it", () => {
    const left = answered(
      "Built.\n\nPre-existing issues:\n- Brass dials cannot turn\n- Green lamps ✅ 0 matches",
    );
    const later = end(asked("Build it."), left, asked("Paint the door."), answered("Painted."));
    assert.deepEqual(later.texts("unknown"), [
      "left open before the last request: Brass dials cannot turn",
    ]);
    const taken = end(asked("Build it."), left, asked("Do dials turn?"), answered("They do."));
    assert.deepEqual(taken.texts("unknown"), []);
    const thanks: Sketch = { kind: "message", sender: "teammate", text: "<teammate-message>" };
    const same = end(asked("Build it."), left, thanks, answered("Everybody is at rest."));
    assert.deepEqual(same.texts("unknown"), ["named as open before that: Brass dials cannot turn"]);
  });

  test("nothing left is nothing open", () => {
    const { texts } = end(asked("Fix it."), answered("Fixed. No remaining failures are known."));
    assert.deepEqual(texts("open"), []);
  });
});
