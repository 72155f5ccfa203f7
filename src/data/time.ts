/** The longest wait that a timer keeps, in milliseconds: in every runtime a longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1
