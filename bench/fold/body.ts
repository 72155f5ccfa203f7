/** A body as fetch gives it: a byte stream that hands out one read when it is asked for one. */
export const bodyOf = (reads: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let position = 0
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const read = reads[position++]
      if (read === undefined) {
        controller.close()
        controller.byobRequest?.respond(0)
      } else controller.enqueue(new Uint8Array(read)) // a byte stream takes the buffer away, so it gets a copy
    },
  })
}
