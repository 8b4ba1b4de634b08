/** A server has said everything to its client. */
export default function present(): string[] {
  return [];
}
