import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { FilePart, FileRows, FileTask } from '@/lib/dashboard/exports/file-thread'
import { pdfFile } from '@/lib/dashboard/exports/pdf-file'
import { xlsxFile } from '@/lib/dashboard/exports/xlsx-file'

// Draws one file for the worker (lib/dashboard/exports/file-thread.ts) and posts it.
if (parentPort === null) throw new Error('This file runs in a thread of the worker.')
const port = parentPort

/** Yields what the worker sends, a part at a time, until it sends null. */
async function* parts(): AsyncGenerator<FilePart> {
  for (;;) {
    port.postMessage({ file: null })
    const [part] = await once(port, 'message')
    if (part === null) return
    yield part
  }
}

const sent = parts()
const { value: task } = await sent.next()
// The worker sends the task first, and then only rows.
const rows = sent as FileRows
const { head, ...sheet } = task as FileTask
const file = await (head ? pdfFile({ ...sheet, head }, rows) : xlsxFile(sheet, rows))
port.postMessage({ file })
// Nothing else keeps the thread open, but fonts may.
port.close()
