/** A made-up API: it says words, asks for tools, tells why it stops and what it counted, and ends with `bye`. */
export type ToyEvent =
  | { readonly say: string }
  | { readonly ask: { readonly id: string; readonly tool: string; readonly with: unknown } }
  | { readonly stop: string; readonly tokens?: { readonly in: number; readonly out: number } }
  | { readonly bye: true }
