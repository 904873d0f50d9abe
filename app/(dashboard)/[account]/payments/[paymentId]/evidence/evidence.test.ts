import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { aDisputedPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { POST } from './route'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const session = vi.hoisted(() => ({ token: '' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: session.token }) }),
  headers: async () => new Headers(),
}))

const { dashboard, host, ctx } = await connectedDashboard(new Date())

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  host.payments = [aDisputedPayment('P1')]
  await dashboard.importHistories()
  session.token = await sessionToken(dashboard, ctx.userId, SECRET)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})
beforeEach(() => {
  host.requests = []
  host.fault = ({ path, query, body }) =>
    path === '/disputes/dis_P1/files' && Buffer.isBuffer(body)
      ? {
          status: 201,
          body: {
            object: 'dispute_file',
            id: 'file_1',
            name: query.get('name'),
            type: 'application/pdf',
            bytes: body.length,
            created_at: new Date().toISOString(),
          },
        }
      : null
})

const uploads = () => host.requests.filter(({ path }) => path.endsWith('/files'))

async function post(bytes: Uint8Array<ArrayBuffer>, origin: string | null = WEB_URL) {
  const url = `${WEB_URL}/${ctx.slug}/payments/P1/evidence?name=${encodeURIComponent('Réçu 1.pdf')}`
  const headers = { 'content-length': String(bytes.length), ...(origin ? { origin } : {}) }
  const response = await POST(new Request(url, { method: 'POST', headers, body: bytes }), {
    params: Promise.resolve({ account: ctx.slug, paymentId: 'P1' }),
  })
  return { status: response.status, body: await response.json() }
}

function pdf(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes)
  file.set(Buffer.from('%PDF-1.7'))
  return file
}

test('a file of 4.5 MB reaches the host whole, under its name', async () => {
  const file = pdf(EVIDENCE_BYTES_MAX)
  expect(await post(file)).toMatchObject({
    status: 201,
    body: { id: 'file_1', name: 'Réçu 1.pdf', bytes: EVIDENCE_BYTES_MAX },
  })
  const [upload] = uploads()
  expect(Buffer.isBuffer(upload?.body) && upload.body.equals(file)).toBe(true)
})

test('a larger file, one of another type and one from another site are refused before the host is called', async () => {
  expect(await post(pdf(EVIDENCE_BYTES_MAX + 1))).toMatchObject({ status: 413 })
  expect(await post(new Uint8Array(Buffer.from('<html>')))).toMatchObject({
    status: 400,
    body: { error: { details: { fields: [{ field: 'file', code: 'wrong_type' }] } } },
  })
  for (const origin of [null, 'https://evil.example'])
    expect(await post(pdf(10), origin)).toMatchObject({
      status: 403,
      body: { error: { code: 'foreign_origin' } },
    })
  expect(uploads()).toEqual([])
})
