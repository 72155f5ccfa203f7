/** With the system prompt as the first message. */
export const withSystem = <M>(
  messages: readonly M[],
  system: string | undefined,
): readonly (M | { readonly role: 'system'; readonly content: string })[] =>
  system === undefined ? messages : [{ role: 'system', content: system }, ...messages]
