import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpointBody, jobEndedBody, jobSpawnedBody, scheduleBody } from "./event-bodies.ts";
import { decideSchedule, policyId } from "./schedule.ts";

const cut = { target_message_ordinal: 10, to_seq: 510, to_message_id: "m10" };

test("policyId() says every number of the policy", () => {
  assert.equal(
    policyId({}),
    "compaction_auto_schedule_v1/stride_messages_v1/10000/max_new_checkpoints_v1/1/block_on_inflight_v1/true",
  );
  assert.equal(
    policyId({ stride_messages: 5, max_new_checkpoints: 99, block_on_inflight: false }),
    "compaction_auto_schedule_v1/stride_messages_v1/5/max_new_checkpoints_v1/32/block_on_inflight_v1/false",
  );
  assert.equal(
    policyId({ over_tokens: 50_000 }),
    "compaction_auto_schedule_v1/over_tokens_v1/50000/max_new_checkpoints_v1/1/block_on_inflight_v1/true",
  );
});

test("decideSchedule() follows the table row by row", () => {
  const free = { dry_run: false, block_on_inflight: true, inflight_job_id: null };
  assert.equal(decideSchedule([], { ...free, dry_run: true }), "noop");
  assert.equal(decideSchedule([cut], { ...free, dry_run: true }), "dry_run");
  assert.equal(decideSchedule([cut], { ...free, inflight_job_id: "j" }), "skipped_inflight");
  const open = { ...free, inflight_job_id: "j", block_on_inflight: false };
  assert.equal(decideSchedule([cut], open), "scheduled");
  assert.equal(decideSchedule([cut], free), "scheduled");
});

test("scheduleBody() names the job that was begun, or the one in the way", () => {
  const record = {
    decision_id: "d",
    policy: { stride_messages: 10 },
    execute: true,
    message_count: 12,
    planned: [cut],
  };
  assert.equal(
    JSON.stringify(scheduleBody({ ...record, job: { begun: "j" } })),
    '{"decision_id":"d","policy_id":"compaction_auto_schedule_v1/stride_messages_v1/10/max_new_checkpoints_v1/1/block_on_inflight_v1/true","decision":"scheduled","execute":true,"stride_messages":10,"max_new_checkpoints":1,"block_on_inflight":true,"message_count":12,"cut_rule_id":"stride_messages_v1/10","planned":[{"target_message_ordinal":10,"to_seq":510,"to_message_id":"m10"}],"job_id":"j","job_kind":"compaction_summarizer_v1"}',
  );
  const skipped = scheduleBody({ ...record, job: { inflight: "k" } });
  assert.equal(skipped.decision, "skipped_inflight");
  assert.deepEqual(skipped.reason, { job_id: "k", kind: "inflight_job" });
  assert.ok(!("job_id" in skipped));
  const gathered = scheduleBody({ ...record, policy: { over_tokens: 9 }, job: { begun: "j" } });
  assert.deepEqual([gathered.cut_rule_id, gathered.stride_messages], ["over_tokens_v1/9", 0]);
});

test("bodies of jobs and checkpoints have the keys of the log", () => {
  const created = {
    checkpoint_id: "c",
    summary_artifact_id: "s",
    to_seq: 510,
    to_message_id: "m10",
    cut_rule_id: "stride_messages_v1/10",
  };
  assert.equal(
    JSON.stringify(checkpointBody(created, { sha256: "s", bytes: 9 })),
    '{"checkpoint_id":"c","cut_rule_id":"stride_messages_v1/10","summary_kind":"cumulative_v1","summary_artifact_id":"s","from_seq":0,"to_seq":510,"to_message_id":"m10","digest":"sha256:s","bytes":9}',
  );
  assert.equal(
    JSON.stringify(jobSpawnedBody("j", [cut], { stride_messages: 10 })),
    '{"job_id":"j","job_kind":"compaction_summarizer_v1","details":{"cut_rule_id":"stride_messages_v1/10","planned":[{"target_message_ordinal":10,"to_message_id":"m10","to_seq":510}],"schema":"rip.job.compaction_summarizer.v1","stride_messages":10}}',
  );
  assert.equal(
    JSON.stringify(jobEndedBody("j", [created], "disk full")),
    '{"job_id":"j","job_kind":"compaction_summarizer_v1","status":"failed","result":{"created":[{"checkpoint_id":"c","cut_rule_id":"stride_messages_v1/10","summary_artifact_id":"s","to_message_id":"m10","to_seq":510}],"schema":"rip.job_result.compaction_summarizer.v1"},"error":"disk full"}',
  );
  assert.equal(jobEndedBody("j", []).status, "completed");
});
