/**
 * Names that test files have by the customs of languages and frameworks, as patterns of a `.gitignore`. What only looks
 * like a test does no harm in the list: hidden files are the result's own.
 */
export const testFilePatterns: readonly string[] = [
  // Folders: most languages, JavaScript, Ruby, Perl's `t/`, and what tests compare with.
  "test/",
  "tests/",
  "spec/",
  "specs/",
  "t/",
  "__tests__/",
  "__snapshots__/",
  "testdata/",
  "e2e/",
  "cypress/",
  "*.Test/",
  "*.Tests/",
  "*.UnitTests/",
  // JavaScript, TypeScript and others with a mark before the ending.
  "*.test.*",
  "*.spec.*",
  "*.e2e.*",
  "*.cy.*",
  // Python, Go, Rust, C, C++, Ruby, Elixir, Dart, PHP, Lua.
  "test_*.*",
  "*_test.*",
  "*_tests.*",
  "*_spec.*",
  "conftest.py",
  // Java, Kotlin, Scala, Groovy, C#, F#, Swift, PHP.
  "*Test.java",
  "*Tests.java",
  "*TestCase.java",
  "*IT.java",
  "*Test.kt",
  "*Tests.kt",
  "*Test.scala",
  "*Spec.scala",
  "*Test.groovy",
  "*Spec.groovy",
  "*Test.cs",
  "*Tests.cs",
  "*Tests.fs",
  "*Test.swift",
  "*Tests.swift",
  "*Test.php",
  "*Spec.hs",
];
