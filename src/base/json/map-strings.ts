const MAX_DEPTH = 100;

/** A value with every string in it mapped; keys stay, and so does what is nested too deeply. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  // Strings become strings and everything else keeps its shape, so that the type is still right.
  return mapAt(value, change, 0) as Value;
}

function mapAt(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((member) => mapAt(member, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapAt(member, change, depth + 1)]),
  );
}
