import { createRequire } from 'node:module'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { GET as authGet, POST as authPost } from '@/app/api/auth/[...nextauth]/route'
import { GET } from '@/app/api/language/route'
import { readLanguage } from '@/lib/dashboard/team/language'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { memberReaderOf } from '@/lib/ui/page-reader'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { chooseLanguageAction } from './actions'

const WEB_URL = 'http://localhost:3000'
type Jar = Map<string, string>
const request = vi.hoisted(() => ({ jar: new Map<string, string>(), path: '/', loads: 'document' }))

// next/headers works only inside Next's server.
const nextHeaders = vi.hoisted(() => ({
  cookies: async () => ({
    get: (name: string) => (request.jar.has(name) ? { value: request.jar.get(name) } : undefined),
    set: (name: string, value: string, { maxAge }: { maxAge: number }) =>
      maxAge === 0 ? request.jar.delete(name) : request.jar.set(name, value),
    getAll: () => [...request.jar].map(([name, value]) => ({ name, value })),
  }),
  headers: async () =>
    new Headers({
      origin: 'http://localhost:3000',
      'accept-language': 'pt-BR',
      'sec-fetch-dest': request.loads,
      'x-page-path': request.path,
      cookie: [...request.jar].map((pair) => pair.join('=')).join('; '),
    }),
}))
vi.mock('next/headers', () => nextHeaders)
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }))
// next-auth requires next/headers on its own.
const { cache, resolve } = createRequire(import.meta.url)
cache[resolve('next/headers')] = Object.assign({}, cache[resolve('next/headers')], { exports: nextHeaders })

const { dashboard, ctx } = await connectedDashboard(new Date())
const userId = ctx.userId ?? ''

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('NEXTAUTH_URL', WEB_URL)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

/** Calls next-auth's own route with the cookies of one browser. */
async function auth(jar: Jar, path: string, form?: Record<string, string>) {
  request.jar = jar
  const headers = await nextHeaders.headers()
  const init = form ? { method: 'POST', body: new URLSearchParams(form), headers } : { headers }
  const answer = await (form ? authPost : authGet)(new NextRequest(`${WEB_URL}/api/auth/${path}`, init), {
    params: Promise.resolve({ nextauth: path.split('/') }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    jar.set(name, decodeURIComponent(value))
  }
  return answer.json()
}

async function signIn(jar: Jar = new Map()): Promise<Jar> {
  const { csrfToken } = await auth(jar, 'csrf')
  const { email, password } = OWNER
  await auth(jar, 'callback/credentials', { email, password, csrfToken, json: 'true' })
  expect(jar.has('next-auth.session-token')).toBe(true)
  return jar
}

async function choose(jar: Jar, language: 'en' | 'es' | 'pt' | null): Promise<void> {
  request.jar = jar
  expect(await chooseLanguageAction({ language })).toEqual({ ok: true, data: {} })
}

/** Opens a page of the account, a whole one or a part. @returns the path to which it leads, null for itself */
async function open(jar: Jar, loads: 'document' | 'empty' = 'document'): Promise<string | null> {
  Object.assign(request, { jar, loads, path: `/${ctx.slug}/payments?status=APPROVED` })
  try {
    await accountPage(ctx.slug)
    return null
  } catch (error) {
    return /^NEXT_REDIRECT;\w+;([^;]+);/.exec((error as { digest: string }).digest)?.[1] ?? 'failed'
  }
}

test('a choice before the sign-in is this browser’s alone', async () => {
  const jar: Jar = new Map()
  await choose(jar, 'es')
  expect(jar.get('member_lang')).toBe('es')
  request.jar = jar
  expect(memberReaderOf(await nextHeaders.headers())).toEqual({ language: 'es', locale: 'es' })
  expect(await readLanguage(dashboard, userId)).toBeNull()
})

test('a member’s choice is stored, and a sign-in brings it to another browser', async () => {
  const mine = await signIn()
  await choose(mine, 'es')
  expect(await readLanguage(dashboard, userId)).toBe('es')
  expect(mine.get('member_lang')).toBe('es')
  const other = await signIn(new Map([['member_lang', 'pt']]))
  expect(other.get('member_lang')).toBe('es')
  await choose(mine, null)
  expect(await readLanguage(dashboard, userId)).toBeNull()
  expect((await signIn(new Map([['member_lang', 'pt']]))).get('member_lang')).toBe('pt')
})

test('a browser that is signed in takes up the choice of another one at its next whole page, once', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  expect(await open(other)).toBeNull()
  await choose(mine, 'es')
  expect(await open(other, 'empty')).toBeNull()
  const way = await open(other)
  expect(way).toBe(`/api/language?next=${encodeURIComponent(request.path)}`)
  const answer = await GET(new Request(`${WEB_URL}${way}`), { params: Promise.resolve({}) })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, request.path])
  expect(other.get('member_lang')).toBe('es')
  expect(await open(other)).toBeNull()
})

test('the way back stays on this site, and without a session the cookie stays', async () => {
  request.jar = new Map([['member_lang', 'pt']])
  const away = new Request(`${WEB_URL}/api/language?next=https://evil.example`)
  const answer = await GET(away, { params: Promise.resolve({}) })
  expect(answer.headers.get('location')).toBe('/')
  expect(request.jar.get('member_lang')).toBe('pt')
})

test('a cookie of a sibling host does not precede ours, and leads a member without a setting nowhere', async () => {
  const cookie = 'member_lang=pt; a=b; __Host-member_lang=es'
  expect(memberReaderOf(new Headers({ cookie })).language).toBe('es')
  const jar = await signIn()
  await choose(jar, null)
  jar.set('member_lang', 'pt')
  expect(await open(jar)).toBeNull()
})
