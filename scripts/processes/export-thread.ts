import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { drawFile, type FileTask } from '@/lib/dashboard/exports/draw-file'
import type { FileCell } from '@/lib/dashboard/reads/csv-export'

// Draws one file for the worker (lib/dashboard/exports/file-thread.ts) and posts it.
if (parentPort === null) throw new Error('This file runs in a thread of the worker.')
const port = parentPort

/** Yields the rows that the worker sends, a chunk at a time, until it sends null. */
async function* rows(): AsyncGenerator<readonly (readonly FileCell[])[]> {
  for (;;) {
    port.postMessage({ file: null })
    const [chunk] = await once(port, 'message')
    if (chunk === null) return
    yield chunk
  }
}

// The worker passes exactly this type.
const file = await drawFile(workerData as FileTask, rows())
port.postMessage({ file })
// Nothing else keeps the thread open, but fonts may.
port.close()
