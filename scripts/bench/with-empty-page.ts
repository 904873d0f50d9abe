import { freePort } from '@/scripts/ports.mjs'
import { cleanEnvironment } from './bench-context'
import { buildEmptyPage } from './build-baseline-apps'
import { nextStartArgs, startServerProcess } from './server-process'

/** Builds the empty Next client page and serves it for the duration of `use`, which gets its URL. */
export async function withEmptyPage<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const cwd = await buildEmptyPage()
  const port = await freePort()
  const server = await startServerProcess({
    name: 'empty-page-app',
    args: nextStartArgs(port),
    env: cleanEnvironment(),
    port,
    readyPath: '/',
    folder,
    cwd,
  })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}
