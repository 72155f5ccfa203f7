/** The lane of a choice, the first one most often. */
export const laneOf = <L extends { readonly choice: number }>(
  lanes: readonly L[],
  choice: unknown,
): L | undefined => {
  const first = lanes[0]
  return first === undefined || first.choice === choice ? first : lanes.find((lane) => lane.choice === choice)
}
