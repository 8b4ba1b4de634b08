interface Output {
  readonly indexed: number;
}

export default function present({ indexed }: Output): string[] {
  return [`index made anew from ${indexed} units`];
}
