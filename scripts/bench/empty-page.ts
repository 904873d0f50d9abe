import { freePort } from '@/scripts/ports.mjs'
import { recipes } from '@/scripts/supervise.mjs'
import { buildBarePage } from './bare-app-build'
import { startServerProcess } from './server-process'
import { ownEnvironment } from './workbench'

/** Builds and serves the empty Next client page for as long as `use` takes, and gives it its address. */
export async function withEmptyPage<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const cwd = await buildBarePage()
  const port = await freePort()
  const { args } = recipes({ host: '127.0.0.1', port, apiPort: 0 }).web
  const server = await startServerProcess({
    name: 'bare-page',
    args,
    env: ownEnvironment(),
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
