/** What a server of server-sent events answers: these bytes. */
export const eventStreamResponse = (bytes: Uint8Array): Response =>
  new Response(piecesOf(bytes), { headers: { 'content-type': 'text/event-stream' } })

/** A body of small pieces: the SDK copies all that is left of a piece at each event. */
const piecesOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let start = 0
  return new ReadableStream({
    pull: (controller) => {
      if (start >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(start, start + PIECE))
      start += PIECE
    },
  })
}

const PIECE = 4096
