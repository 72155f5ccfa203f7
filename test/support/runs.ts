/** How often a property is tried; `npm run test:harder` tries twenty times as often. */
export const runs = (base = 1_000): number => (process.env.TEST_HARDER ? base * 20 : base)

/** Milliseconds that a property over whole bodies may take: under `TEST_HARDER`, on a busy machine, some minutes. */
export const patience = runs() * 120
