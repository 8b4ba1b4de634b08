/** The versions of the program whose sessions were read and resumed. */
export const tried = { oldest: "1.0.24", newest: "2.1.219" } as const;
