import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { refuseUndecodablePaths } from './undecodable-path'

test('a path that cannot be decoded is not found; all others reach the handler', async () => {
  refuseUndecodablePaths()
  const server = createServer((_, response) => response.end('handled'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  for (const path of ['/payments/%ff', '/%', '/%E0%A4%A']) {
    const answer = await fetch(origin + path)
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'resource_not_found'])
  }
  for (const path of ['/payments/%C3%A9', '/?q=%ff', '/'])
    expect(await (await fetch(origin + path)).text()).toBe('handled')
  server.close()
})
