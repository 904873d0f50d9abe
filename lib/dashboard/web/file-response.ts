import { readExportFile } from '@/lib/dashboard/exports/export-jobs'
import { streamCsv } from '@/lib/dashboard/exports/export-kinds'
import { exportKindNames } from '@/lib/dashboard/exports/shape'
import type { FileTexts } from '@/lib/dashboard/reads/file-rows'
import type { Member } from '@/lib/dashboard/team/find-member'
import { READER_MAX_MS } from '@/lib/platform/snapshot'
import { webDashboard } from './web-dashboard'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/**
 * Returns a file of a member's account: the rows of a kind (`payments`) as CSV, as they are read, or a file that the worker
 * drew, by its id. Throws as its source does before the first byte, so that a refusal is not a broken download.
 */
export async function fileResponse(
  { ctx, role }: Pick<Member, 'ctx' | 'role'>,
  file: string,
  query: URLSearchParams,
  texts: FileTexts,
): Promise<Response> {
  const kind = exportKindNames.find((name) => name === file)
  if (kind) {
    const { name, text } = streamCsv({ ctx, role, dashboard: webDashboard() }, kind, query, texts)
    return download(name, await streamText(text))
  }
  const { name, bytes, slices } = await readExportFile(ctx, file, role)
  return download(name, streamBytes(slices), { 'content-length': String(bytes) })
}

/** Returns a download under a name, whose extension decides the type. */
export function download(
  name: string,
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
) {
  return new Response(body, {
    headers: {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}

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
function streamBytes(
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
