/** A place in a text that contains a secret, and the rule that says so. */
export interface Sighting {
  /** The rule, as placeholders and reports call it. */
  readonly kind: string;
  readonly secret: string;
  readonly at: number;
  /** The name before it, when a name gave it away. */
  readonly name?: string;
}
