/** The API dialect of a stream. `openai` is Chat Completions and every server that imitates it. */
export type Provider = 'openai' | 'openrouter' | 'openai-responses'
