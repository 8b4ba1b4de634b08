/** The id of a message in a session that we write. By the first one it is found under the id that Goose gave it. */
export function messageId(session_id: string, number: number): string {
  return `msg_${session_id}_${number}`;
}
