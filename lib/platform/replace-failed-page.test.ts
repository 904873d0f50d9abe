import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseAway } from './database-away'
import { notePageError, type Replacement, replaceFailedPage } from './replace-failed-page'

const AWAY: Replacement = { status: 503, headers: { 'retry-after': '60' }, body: 'Try again' }
const PAGE = { accept: 'text/html,*/*' }

/** Returns the response to a request that `handle` answers after `error`, as the client receives it. */
async function answered(handle: RequestListener, error: unknown, headers = PAGE) {
  const server = createServer((request, response) => {
    replaceFailedPage(request, response, () => AWAY)
    notePageError(error, request.headers)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Writes a failed page as Next does: a status, headers sent ahead, pieces. */
const failed: RequestListener = (_, response) => {
  response.statusCode = 500
  response.setHeader('content-encoding', 'identity')
  response.flushHeaders()
  response.write('internal ')
  setImmediate(() => response.end('error'))
}

test.each<[string, RequestListener]>([
  ['in pieces', failed],
  ['with writeHead', (_, response) => response.writeHead(500, { link: '</a.css>' }).end('internal error')],
  ['in one piece', (_, response) => void Object.assign(response, { statusCode: 500 }).end('internal error')],
])(
  'a page that fails without the database and is written %s is replaced, with its headers',
  async (_, handle) => {
    const { status, headers, text } = await answered(handle, new DatabaseAway('it does not answer'))
    expect([status, headers.get('retry-after'), text]).toEqual([503, '60', 'Try again'])
    expect([headers.get('content-encoding'), headers.get('link')]).toEqual([null, null])
  },
)

test('a page that fails for another reason is sent as it is', async () => {
  const { status, headers, text } = await answered(failed, new Error('a bug'))
  expect([status, headers.get('content-encoding'), text]).toEqual([500, 'identity', 'internal error'])
})

test('failures of data routes and pages that did not fail are never replaced', async () => {
  const error = new DatabaseAway('it does not answer')
  const data = await answered(failed, error, { accept: 'application/json' })
  expect([data.status, data.text]).toEqual([500, 'internal error'])
  const page: RequestListener = (_, response) => {
    response.write('whole ')
    response.end('page')
  }
  expect(await answered(page, error)).toMatchObject({ status: 200, text: 'whole page' })
})
