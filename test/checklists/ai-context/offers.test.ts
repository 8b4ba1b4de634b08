/** Who gets no offer, no second offer, and no claim without a workspace. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { createLab } from "../../support/responsibilities.ts";
import { makeScratch } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const steward = { actor: "steward_lab" };

for (const subject of all) {
  suite(`offers on ${subject.name}`, { skip: subject.skip }, () => {
    test("who was only suggested gets no offer, and a second dispatch makes none", async () => {
      const lab = await createLab(subject);
      fs.writeFileSync(path.join(lab.cwd, "notes.md"), "# Notes\n");
      const { bundle, request_id } = await lab.run<{
        bundle: { bundle_id: string };
        request_id: string;
      }>("context ingest", {
        paths: ["notes.md"],
        scope: "notes",
        objective: ["Know them"],
        suggest: ["docs_cos"],
        actor: "build_cos",
      });
      const id = bundle.bundle_id;
      await lab.run("request accept", { id: request_id, ...steward });
      await lab.run("context bundle register", { id, primary: ["build_cos"], ...steward });
      const dispatch = () =>
        lab.run<{ changed: boolean; rfa_ids: string[] }>("context bundle dispatch", {
          id,
          ...steward,
        });
      assert.equal((await dispatch()).rfa_ids.length, 1);
      const offers = () =>
        lab.rows(
          "select target_responsibility_id as target from requests where type = 'new_context_available'",
        );
      assert.deepEqual(await offers(), [{ target: "build_cos" }]);
      const again = await dispatch();
      assert.deepEqual([again.changed, again.rfa_ids], [false, []]);
      assert.deepEqual(await offers(), [{ target: "build_cos" }]);
    });

    test("a claim without a workspace of responsibilities is an error", async () => {
      const lab = await createLab(subject);
      const context = contextIn(fs.mkdtempSync(path.join(makeScratch(), "none-")));
      const input = { id: "docs_cos", actor: "worker-1", store: lab.store };
      assert.equal(await codeOf(runOperation(context, "request claim", input)), "E_NOT_FOUND");
    });
  });
}
