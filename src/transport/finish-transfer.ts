/** How long the end of a transfer may take after the end of its response. */
const GRACE_MS = 250

/**
 * A response that came to its end by the provider's own mark leaves its transfer a moment to end too, so that the connection can be used again. One that
 * goes on, or does not end in time, is given up. Never rejects.
 */
export const finishTransfer = async (
  rest: Pick<AsyncIterator<unknown>, 'next'>,
  giveUp: () => void,
): Promise<void> => {
  const timer = setTimeout(giveUp, GRACE_MS)
  try {
    await rest.next()
  } catch {
    // Whatever becomes of the transfer, the response is whole.
  }
  clearTimeout(timer)
  giveUp()
}
