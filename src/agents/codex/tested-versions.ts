/** The versions of the program whose sessions were read and resumed. */
export const testedVersions = { oldest: "0.53.0", newest: "0.169.0" } as const;
