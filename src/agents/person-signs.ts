/** How the sessions of an agent show that a person stepped in, beside messages and interruptions. */
export interface PersonSigns {
  /** Tools whose result is a person's answer, by the agent's own names. */
  readonly questionTools: readonly string[];
  /** How a result begins when a person, or the rights that were given, refused the call; null if nothing shows it. */
  readonly refusal: RegExp | null;
}
