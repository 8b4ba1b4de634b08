import * as z from "zod";

/** What can be dropped. */
export const droppedKinds = ["decision", "open", "command", "file"] as const;

/** Something that a compaction dropped, and its place. */
const droppedItemSchema = () =>
  z.object({
    kind: z.enum(droppedKinds),
    text: z.string(),
    /** The number under which `show` prints the item that bears it out; null for one far back in a very long session. */
    number: z.number().nullable(),
    at: z.string().nullable(),
  });
/** Something that a compaction dropped, and its place. */
export type DroppedItem = z.infer<ReturnType<typeof droppedItemSchema>>;

/** The last compaction of a conversation, and what it dropped. */
export const droppedSchema = () =>
  z.object({
    /** The last compaction; null when nothing was compacted. */
    compaction: z
      .object({
        number: z.number().nullable(),
        at: z.string().nullable(),
        /** Whether its summary can be read: an encrypted one may say what is listed here. */
        is_readable: z.boolean(),
        /** Whether messages before it are in the session at all; a session may begin with a summary. */
        has_earlier: z.boolean(),
      })
      .nullable(),
    items: z.array(droppedItemSchema()).readonly(),
    /** How many more there are of each kind than are listed. */
    more: z.number(),
  });
/** The last compaction of a conversation, and what it dropped. */
export type Dropped = z.infer<ReturnType<typeof droppedSchema>>;
