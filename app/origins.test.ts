import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'

const browser = vi.hoisted(() => ({ origin: null as string | null }))
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined, set: () => {} }),
  headers: async () => new Headers(browser.origin ? { origin: browser.origin } : {}),
}))

beforeAll(() => {
  for (const [name, value] of Object.entries({
    DATABASE_URL: 'postgres://localhost:1/refused',
    NEXTAUTH_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL: 'https://pay.example.com',
  }))
    vi.stubEnv(name, value)
})

/** Routes called by other programs, authenticated by a signature. */
const FOR_PROGRAMS = ['api/webhooks/[connectionId]/route.ts']
const FOREIGN = [
  null,
  'null',
  'https://evil.example',
  'http://pay.example.com',
  'https://pay.example.com.evil.test',
]

// The dashboard's routes are tested with their roles in (dashboard)/doors.test.ts.
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => !file.startsWith('(dashboard)') && !FOR_PROGRAMS.includes(file),
)
const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const routes = files.filter((file) => file.endsWith('route.ts') && /\bPOST\b/.test(textOf(file)))
const actions = files.filter((file) => /\.tsx?$/.test(file) && /^'use server'/.test(textOf(file)))

describe.each(routes)('%s', (file) => {
  test.each(FOREIGN)('a POST from the origin %s is refused before the body is read', async (origin) => {
    const { POST } = await import(path.join(import.meta.dirname, file))
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    if (origin !== null) headers.set('origin', origin)
    const request = new Request('https://pay.example.com/x', { method: 'POST', headers, body: 'a=b' })
    const params = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : 'x') })
    const answer: Response = await POST(request, { params: Promise.resolve(params) })
    expect(answer.status).toBe(403)
  })
})

test.each(actions)('the actions of %s refuse all other origins', async (file) => {
  const module: Record<string, (...args: unknown[]) => Promise<unknown>> = await import(
    path.join(import.meta.dirname, file)
  )
  for (const [name, action] of Object.entries(module))
    for (const origin of FOREIGN) {
      browser.origin = origin
      expect([name, await action({}, {})]).toEqual([name, expect.objectContaining({ ok: false })])
      expect(JSON.stringify(await action({}, {}))).toContain('foreign_origin')
    }
})
