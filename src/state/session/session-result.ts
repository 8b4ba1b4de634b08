import * as z from "zod";

/** A session in an operation's output. */
export const sessionResultSchema = () =>
  z.object({
    user_id: z.string(),
    session_id: z.string(),
    task_id: z.string(),
    is_current: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    checkpoint_at: z.string().nullable(),
    /** The agent that wrote the last checkpoint. */
    agent_id: z.string().nullable(),
    current_task: z.string().nullable(),
    entry_count: z.number(),
    token_count: z.number(),
    budget_tokens: z.number(),
    head_seq: z.number(),
    state_hash: z.string().nullable(),
  });
