/** What can be found in a workspace beside units. */
export const sourceKinds = ["session", "thread", "state", "request"] as const;

/** What can be found in a workspace beside units. */
export type SourceKind = (typeof sourceKinds)[number];

/** A part of a source that is found on its own: a message, a call, a result, an entry. */
export interface Passage {
  /** Who or what it is from, such as `user` or `result`. */
  readonly kind: string;
  readonly at_ms: number | null;
  readonly text: string;
}

/** Something of a workspace beside units that can be found; there is no secret in its passages. */
export interface SearchSource {
  readonly kind: SourceKind;
  readonly id: string;
  readonly title: string | null;
  /** Who sees it: this namespace; everyone when null. */
  readonly namespace: string | null;
  /** Changes whenever the passages may have changed. */
  readonly stamp: string;
  passages(): Promise<readonly Passage[]>;
}

/** Whether passages of a source are turns that belong together. */
export function isConversation(kind: SourceKind): boolean {
  return kind === "session" || kind === "thread";
}
