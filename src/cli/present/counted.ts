/** A number with the word for what it counts: "1 stream", "2 streams", "3 entries". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
