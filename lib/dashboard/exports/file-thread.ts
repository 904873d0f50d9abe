import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { FileCell } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Language } from '@/lib/domain/languages'
import type { CompiledTexts } from '@/lib/messages/translator'
import type { DocumentHead } from './document-heads'

/** JavaScript memory of one file. The largest PDF (2,000 lines of the longest names) takes 96 MB, a spreadsheet 32 MB. */
const MEMORY_MB = 256
/** Time of one file. The largest spreadsheet takes 4 s, the largest PDF 2 s; a busy machine takes ten times as long. */
const TIME_MS = 60_000
/** Longest file, which the worker holds in memory once more to store it. */
const FILE_BYTES_MAX = 100_000_000

export interface FileLimits {
  memoryMb?: number
  timeMs?: number
}

/** A file to draw: a PDF with a head, otherwise a spreadsheet. */
export interface FileTask {
  head: DocumentHead | null
  headings: readonly string[]
  /** Name of the only sheet of a spreadsheet. */
  sheet: string
  /** Account that the file is about. */
  holder: string
  timezone: string
  /** Instant of the rows. */
  at: string
  /** Locale of numbers, and the texts of every document (`export-files`). */
  language: Language
  locale: string
  texts: CompiledTexts
}

export type FileRows = AsyncIterable<readonly (readonly FileCell[])[]>
/** Message to a thread: its task first, then rows. */
export type FilePart = FileTask | readonly (readonly FileCell[])[]

/** A message of the thread: it has used up its rows, or the file is drawn. */
type FromThread = { file: Uint8Array } | { file: null }

/**
 * Draws a file in a thread of its own, without settings and with limits of memory and time, so that no text of a host
 * stops the worker. Throws Refusal `export_exhausted` beyond a limit; an aborted `signal` ends the thread.
 */
export async function drawInThread(
  parts: AsyncIterable<FilePart>,
  { signal, limits = {} }: { signal: AbortSignal; limits?: FileLimits | undefined },
): Promise<Uint8Array> {
  const { memoryMb = MEMORY_MB, timeMs = TIME_MS } = limits
  const thread = newThread({ env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const timeout = AbortSignal.timeout(timeMs)
  const ended = AbortSignal.any([signal, timeout])
  const sent = parts[Symbol.asyncIterator]()
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const stop = () => reject(timeout.aborted ? new Refusal('export_exhausted') : signal.reason)
      if (ended.aborted) stop()
      ended.addEventListener('abort', stop, { once: true })
      thread.on('error', (error) => reject(isOutOfMemory(error) ? new Refusal('export_exhausted') : error))
      thread.on('exit', () => reject(new Error('the thread of a file ended without it')))
      thread.on('message', ({ file }: FromThread) => {
        if (file === null) {
          // One part is on its way at a time.
          sent.next().then(({ value, done }) => thread.postMessage(done ? null : value), reject)
        } else if (file.byteLength > FILE_BYTES_MAX) reject(new Refusal('export_exhausted'))
        else resolve(file)
      })
    })
  } finally {
    await Promise.all([thread.terminate(), sent.return?.()])
  }
}

/** Starts the thread from the bundle beside the worker's own; tests and `npm run dev` run from the sources. */
function newThread(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./export-thread.mjs', import.meta.url), options)
  const source = new URL('../../../scripts/processes/export-thread.ts', import.meta.url)
  // Threads of Node 20 ignore `--import`.
  const code = `import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`
  return new Worker(code, { ...options, eval: true })
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
