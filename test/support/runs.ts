/** How often a property is tried; `npm run test:harder` tries twenty times as often. */
export const runs = (base = 1_000): number => (process.env.TEST_HARDER ? base * 20 : base)
