/** Versions whose sessions were read; the program of the newest also resumed what we wrote. */
export const testedVersions = { oldest: "1.0.24", newest: "2.1.328" } as const;
