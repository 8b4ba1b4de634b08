/** Sessions of real programs are pushed from one home and pulled in another, where real programs resume them. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import {
  startDockerRegistry,
  startReferrersRegistry,
  withoutDockerRegistry,
  withoutReferrersRegistry,
} from "../support/registries.ts";
import { makeScratch } from "../support/scratch.ts";
import { type Sshd, startSshd, withoutSshd } from "../support/sshd.ts";
import { missingItems } from "./compare.ts";
import { findAgents } from "./install.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { askAgain, PROBE, type Recording, recordScenario } from "./record.ts";

const SENDER = "claude";
const RECEIVERS = ["claude", "codex"] as const;

const installed = await findAgents();
const gone = RECEIVERS.filter((name) => !installed.has(name));
const skip =
  gone.length > 0
    ? `not run: ${gone.join(", ")} not installed; npm run test:agents -- --install does it`
    : false;

suite("sessions that are pushed and pulled", { skip }, () => {
  const scratch = makeScratch();
  const key = path.join(scratch, "key");
  let sshd: Sshd | null = null;
  let recording: Recording | null = null;

  before(async () => {
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    const sender = installed.get(SENDER);
    assert.ok(sender);
    const recorded = await recordScenario(sender, "plain", path.join(scratch, "sender"));
    assert.ok("session" in recorded);
    recording = recorded;
  });
  after(() => sshd?.end());

  const overGit = () => {
    spawnSync("git", ["init", "-q", "--bare", path.join(scratch, "team.git")]);
    return `git+${scratch}/team.git#session`;
  };
  const overSsh = async () => {
    sshd = await startSshd(path.join(scratch, "sshd"));
    process.env.PATH = `${sshd.bin}${path.delimiter}${process.env.PATH ?? ""}`;
    return `ssh://127.0.0.1:${sshd.port}${scratch}/remote/session`;
  };
  const overRegistry = async () =>
    `oci://${await startDockerRegistry(path.join(scratch, "registry"))}/team/session`;
  const overReferrers = async () => `oci://${await startReferrersRegistry()}/team/session`;

  type Way = readonly [name: string, open: () => string | Promise<string>, skip: string | false];
  const ways: readonly Way[] = [
    ["git", overGit, false],
    ["ssh", overSsh, withoutSshd],
    ["Debian's registry", overRegistry, withoutDockerRegistry],
    ["a registry that lists signatures", overReferrers, withoutReferrersRegistry],
  ];
  for (const [way, open, skip] of ways) {
    const title = `by ${way}: signed in one home, checked in another, resumed by both programs`;
    test(title, { skip }, async () => {
      const address = await open();
      assert.ok(recording);
      const { machine, session, expected } = recording;
      const { home, env } = machine;
      const here = { ...contextIn(fs.realpathSync(machine.project)), agents: { home, env } };
      const { out: pushed } = await runOperation<{ signer: string }>(here, "push", {
        what: session.id,
        where: address,
        key,
      });
      const folder = path.join(scratch, "receivers", way);
      const model = await startModel();
      try {
        for (const name of RECEIVERS) {
          const agent = installed.get(name);
          assert.ok(agent);
          const receiver = createMachine(folder, agent, { model });
          const there = {
            ...contextIn(fs.realpathSync(receiver.project)),
            agents: { home: receiver.home, env: receiver.env },
          };
          const out = path.join(folder, `pulled-${name}`);
          await runOperation(there, "pull", { where: address, out, signer: [pushed.signer] });
          const handed = await runOperation<{ resume: readonly (readonly string[])[] }>(
            there,
            "handoff",
            { from: out, to: name },
          );
          const [argv = []] = handed.out.resume;
          const sent = await askAgain(model, () => receiver.askThrough(argv, PROBE), receiver);
          const folders = [[machine.project, receiver.project]] as const;
          assert.deepEqual(missingItems(expected, sent, { folders }), [], name);
        }
      } finally {
        await model.close();
      }
    });
  }
});
