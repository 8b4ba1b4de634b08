/** No agent nests deeper, and deeper recursion of ours would end in a stack overflow. */
const MAX_DEPTH = 256;

/** What stands for a value that is nested deeper. */
const LEFT_OUT = "(left out: nested too deeply)";

/** Replaces what is nested too deeply in a parsed value; returns whether there was any. */
export function boundDepth(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members: Record<string, unknown> = Object(value);
  let isBounded = false;
  // Keys are gone through without a list of them: this sees every record of a session.
  for (const key in members) {
    const member = members[key];
    if (typeof member !== "object" || member === null) continue;
    if (levels > 1) isBounded = boundDepth(member, levels - 1) || isBounded;
    else {
      members[key] = LEFT_OUT;
      isBounded = true;
    }
  }
  return isBounded;
}
