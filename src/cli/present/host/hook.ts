/** A hook speaks to its host alone. */
export default function present(): string[] {
  return [];
}
