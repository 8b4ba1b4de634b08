import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { createKitWorkspace } from "../../support/kits.ts";
import { codeOf } from "../../support/operations.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();

// Put together here, so that no scanner takes the test for a leak.
const secrets = [
  ["ghp", "_", "Zk3vQ9xW2mN8bL5cT7yR1uJ4hG6fD0sAqPoI"],
  ["AKIA", "Q7ZP4MX2LD9TKW3B"],
  ["xoxb", "-", "482019375611-593820174466-Kq8ZtR2mWv7LxB4nYp9c"],
].map((parts) => parts.join(""));

const memory = `# Conventions
- Always run the linter before a commit.
- Always run the linter before a commit
- The access-token lifetime: 15 minutes, by the security team
- todo: look at this later
- ok
- Push with ${secrets[0]} when the bot is away

§ Storage
The listing cache lives in \`redis-main\` and is warmed by a job every night.
The ${secrets[1]} account owns it.
`;
const user = `The user prefers short answers with examples.
§
Slack bot signs in with ${secrets[2]} daily
`;

type Imported = {
  layer: string;
  read: number;
  stored: number;
  known: number;
  notes: {
    files: number;
    candidates: number;
    admitted: number;
    rejected: Record<string, number>;
    left_out: { where: string; reason_code: string }[];
    redactions: number;
  } | null;
};
type Unit = { id: string; begins: string; namespace: string; tags: string[]; source: string };

for (const subject of all) {
  const check = (name: string, run: () => Promise<void>) => test(name, { skip: subject.skip }, run);

  suite(`notes of agents over ${subject.name}`, () => {
    async function place() {
      const location = subject.location();
      const { run, cwd } = await createKitWorkspace(location, scratch);
      writeFiles(path.join(cwd, "agent"), {
        "memories/MEMORY.md": memory,
        "USER.md": user,
        "node_modules/x/MEMORY.md": "Never read what others ship in their packages.\n",
      });
      const out = async <Out>(name: Parameters<typeof run>[0], input = {}) =>
        (await run(name, input)).out as unknown as Out;
      const take = (more = {}) =>
        out<Imported>("memory import", { path: "agent", namespace: "orchard", ...more });
      return { run, out, take, cwd, location };
    }

    check("notes are imported once, with reasons for what was left out", async () => {
      const { take, out } = await place();
      const first = await take({ "user-id": "ada" });
      assert.deepEqual([first.layer, first.stored, first.notes?.files], ["notes", 6, 2]);
      assert.deepEqual(
        [first.notes?.candidates, first.notes?.admitted, first.notes?.rejected],
        [9, 6, { redundant: 1, below_relevance_threshold: 2 }],
      );
      assert.deepEqual(
        first.notes?.left_out.map(({ where, reason_code }) => [where, reason_code]),
        [
          ["memories/MEMORY.md:3", "redundant"],
          ["memories/MEMORY.md:5", "below_relevance_threshold"],
          ["memories/MEMORY.md:6", "below_relevance_threshold"],
        ],
      );
      const again = await take({ "user-id": "ada" });
      assert.deepEqual([again.stored, again.known], [0, 6]);
      type Hits = { hits: { content: string; tags: string[]; source: string; node_id: string }[] };
      const { hits } = await out<Hits>("memory find", {
        query: "access-token lifetime",
        namespace: "orchard",
      });
      assert.equal(hits[0]?.content, "The access-token lifetime: 15 minutes, by the security team");
      assert.equal(hits[0]?.source, "memories/MEMORY.md#Conventions");
      assert.match(hits[0]?.node_id ?? "", /^harness:notes:[0-9a-f]{16}$/);
      assert.deepEqual(hits[0]?.tags, [
        "harness-import",
        "ocf",
        "source:notes",
        "memory-type:semantic",
        "ocf-slot:fact",
      ]);
    });

    check("secrets are in no file and in no answer afterwards", async () => {
      const { take, run, cwd, location } = await place();
      const taken = await take();
      assert.equal(taken.notes?.redactions, 3);
      await run("memory export", { out: "records", namespace: "orchard" });
      await run("ledger export", { dir: "ledger" });
      const places = [path.join(cwd, "records"), path.join(cwd, "ledger")];
      if (!location.includes("://")) places.push(location);
      let read = 0;
      for (const folder of places) {
        for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          const file = path.join(folder, name);
          if (!fs.statSync(file).isFile()) continue;
          const bytes = fs.readFileSync(file);
          read++;
          for (const secret of secrets) assert.ok(!bytes.includes(secret), `in ${name}`);
        }
      }
      assert.ok(read > 5, `${read} files`);
      for (const secret of secrets) assert.ok(!JSON.stringify(taken).includes(secret));
    });

    check("whose notes they are chooses the files, and nothing else is read", async () => {
      const { take, out, run, cwd } = await place();
      writeFiles(path.join(cwd, "claude"), {
        "memory/topic.md": "---\nname: t\n---\n\nThe parser is written by hand, not generated.\n",
        "memory/deep/other.md": "This page lies too deep to be one of the notes.\n",
        "notes.md": "This page lies outside and is not one of the notes.\n",
      });
      const codex = await take({ from: "codex" });
      assert.deepEqual([codex.notes?.files, codex.notes?.admitted], [1, 4]);
      const claude = await take({ path: "claude", from: "claude-code" });
      assert.deepEqual([claude.notes?.files, claude.stored], [1, 1]);
      const inside = await take({ path: "claude/memory", from: "claude-code" });
      assert.equal(inside.notes?.files, 1);
      const { units } = await out<{ units: Unit[] }>("memory list", { namespace: "orchard" });
      assert.ok(units.some(({ tags }) => tags.includes("source:codex")));
      assert.equal(
        await codeOf(run("memory import", { path: "claude", from: "hermes" })),
        "E_FORMAT",
      );
    });
  });
}
