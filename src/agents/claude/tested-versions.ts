/** Versions whose sessions were read, and the one whose program resumed what we wrote. */
export const testedVersions = { oldest: "1.0.24", newest: "2.1.326", program: "2.1.197" } as const;
