/** Versions whose sessions were read; the program of the newest also resumed what we wrote. */
export const testedVersions = { oldest: "1.0.41", newest: "1.0.41" } as const;
