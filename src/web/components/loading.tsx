/** What is being waited for. It appears only after a moment: a quick answer should not flicker. */
export function Loading({ what = "Loading" }: { readonly what?: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <bdi>{what}</bdi> …
    </p>
  );
}
