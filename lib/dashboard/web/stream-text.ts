/** A reader that takes nothing for so long is cut: what it reads may hold a database connection. */
export const STALLED_READER_MS = 30_000

/** Returns texts as a body, as `streamBytes` does. */
export function streamText(
  texts: AsyncGenerator<string>,
  stalledMs: number = STALLED_READER_MS,
): ReadableStream<Uint8Array> {
  return streamBytes(encoded(texts), stalledMs)
}

async function* encoded(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Returns chunks as a body that is read only as fast as its reader takes it. A reader that goes away, or stalls, ends the source. */
export function streamBytes(
  chunks: AsyncGenerator<Uint8Array>,
  stalledMs: number = STALLED_READER_MS,
): ReadableStream<Uint8Array> {
  let stall: NodeJS.Timeout | undefined
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(stall)
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      controller.enqueue(value)
      stall = setTimeout(() => {
        controller.error(new Error('the reader stalled'))
        // Its reader has the error already.
        chunks.return(undefined).catch(() => {})
      }, stalledMs)
    },
    async cancel() {
      clearTimeout(stall)
      await chunks.return(undefined)
    },
  })
}
