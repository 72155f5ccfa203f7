// What every dialect's writer is asked for, so that the tests of requests show how each says the same.

export const tools = [
  { name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true },
  { name: 'now' },
] as const

/** All settings that have the same form for every model; which tool, which format and how much thought is for each test to say. */
export const brief = { system: 'Be brief.', temperature: 0, maxOutputTokens: 9, stop: ['END'] } as const
