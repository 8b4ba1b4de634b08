/** What people do in sessions that a reader may get wrong. */
export const readingScenarios = {
  rewind: "the user goes back and takes another way",
  fork: "a session that branches off another",
  loop: "a prompt that the program repeats by itself",
  "blocked-hook": "a hook that objects to a call",
  "sub-agents": "another agent does a part of the work",
  parallel: "several calls in one answer",
  compaction: "a summary takes the place of the beginning",
  interrupted: "the user stops a call that is running",
  image: "a picture in a prompt",
  "edited-file": "a file that was read changes outside the agent",
} as const;

/** The name of one of them. */
export type ReadingScenario = keyof typeof readingScenarios;

/** Why an agent has no such session. */
export interface Absence {
  readonly reason: string;
}
