import { READER_MAX_MS } from '@/lib/platform/snapshot'

/** Time without a read after which a download is aborted: its source may hold a database connection. */
const STALLED_READER_MS = 30_000

export interface ReaderLimits {
  stalledMs?: number
  /** Total time after which a slow download is aborted. */
  totalMs?: number
}

/**
 * Returns texts as a body, as `streamBytes` does. Throws as the source does before its first text: no header is sent by
 * then.
 */
export async function streamText(
  texts: AsyncGenerator<string>,
  limits: ReaderLimits = {},
): Promise<ReadableStream<Uint8Array>> {
  const chunks = encoded(texts)
  return streamBytes(chunks, limits, await chunks.next())
}

async function* encoded(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/**
 * Returns chunks as a body that is read only as fast as its reader consumes it. A reader that disconnects, stalls or
 * takes too long ends the source. `first` is a chunk that was already read.
 */
export function streamBytes(
  chunks: AsyncGenerator<Uint8Array>,
  { stalledMs = STALLED_READER_MS, totalMs = READER_MAX_MS }: ReaderLimits = {},
  first: IteratorResult<Uint8Array> | null = null,
): ReadableStream<Uint8Array> {
  let stall: NodeJS.Timeout | undefined
  let total: NodeJS.Timeout | undefined
  let ready = first
  const clear = () => {
    clearTimeout(stall)
    clearTimeout(total)
  }
  return new ReadableStream({
    start(controller) {
      total = setTimeout(() => cut(controller, 'the reader took longer than it may'), totalMs)
    },
    async pull(controller) {
      clearTimeout(stall)
      try {
        const { done, value } = ready ?? (await chunks.next())
        ready = null
        if (!done) controller.enqueue(value)
        else {
          clear()
          controller.close()
          return
        }
      } catch (error) {
        clear()
        throw error
      }
      stall = setTimeout(() => cut(controller, 'the reader stalled'), stalledMs)
    },
    async cancel() {
      clear()
      await chunks.return(undefined)
    },
  })

  function cut(controller: ReadableStreamDefaultController, why: string): void {
    clear()
    controller.error(new Error(why))
    // The reader has received the error already.
    chunks.return(undefined).catch(() => {})
  }
}
