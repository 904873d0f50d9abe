import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

type Import = readonly [file: string, specifier: string]

const FORBIDDEN: readonly Import[] = [
  ['app/(dashboard)/[account]/links/page.tsx', '@/lib/service/links/create-link'],
  ['app/(dashboard)/[account]/links/page.tsx', '@/lib/service/panel/list-keys'],
  ['app/(auth)/sign-in/page.tsx', '@/lib/service/panel/open-account'],
  ['app/api/webhooks/[connectionId]/route.ts', '@/lib/service/payments/pay'],
  ['app/(checkout)/pay/[linkId]/page.tsx', '@/lib/dashboard/connections/connect'],
  ['app/(dashboard)/[account]/(panel)/developers/page.tsx', '@/lib/service/payments/pay'],
  ['app/(checkout)/pay/[linkId]/page.tsx', '@/app/(dashboard)/frame'],
  ['app/layout.tsx', '@/lib/dashboard/web/session'],
  ['app/docs/page.tsx', '@/lib/dashboard/web/session'],
  ['app/layout.tsx', 'pg'],
  ['app/layout.tsx', '@prisma/client'],
  ['app/layout.tsx', 'node:crypto'],
  ['app/layout.tsx', '@/scripts/stamps'],
  ['app/layout.tsx', 'esbuild'],
  ['scripts/processes/web.ts', 'esbuild'],
  ['components/ui/button.tsx', '@/lib/contract/payment'],
  ['components/ui/button.tsx', '@/components/links/link-row'],
  ['components/ui/button.tsx', '@/lib/messages/links'],
  ['components/ui/button.tsx', 'next/link'],
  ['components/ui/button.tsx', '@tanstack/react-query'],
  ['components/list/frame.tsx', '@/components/links/link-row'],
  ['components/detail/header.tsx', '@/lib/dashboard/links/shape'],
  ['components/links/link-row.tsx', '@/lib/service/links/link-row'],
  ['components/links/link-row.tsx', '@/lib/platform/database'],
  ['components/links/link-row.tsx', 'next/link'],
  ['components/links/link-row.tsx', 'node:fs'],
  ['lib/domain/money.ts', '@/lib/platform/log'],
  ['lib/domain/money.ts', 'node:fs'],
  ['lib/domain/money.ts', 'zod'],
  ['lib/domain/money.ts', '@/lib/contract/payment'],
  ['lib/contract/payment.ts', 'node:fs'],
  ['lib/contract/payment.ts', 'pg'],
  ['lib/messages/links.ts', '@/lib/dashboard/role-permissions'],
  ['lib/ui/cn.ts', '@/lib/messages/links'],
  ['lib/platform/database.ts', '@/lib/contract/payment'],
  ['lib/service/links/create-link.ts', '@/lib/dashboard/mirror/upsert'],
  ['lib/service/links/create-link.ts', '@/lib/service/http/server'],
  ['lib/service/links/create-link.ts', '@/test/simulation/simulate'],
  ['lib/service/links/create-link.ts', '@/prisma/demo/seed-context'],
  ['lib/service/links/create-link.ts', 'undici'],
  ['lib/service/links/create-link.ts', 'crypto'],
  ['lib/service/links/create-link.ts', 'next/headers'],
  ['lib/service/links/create-link.ts', 'react'],
  ['lib/service/links/create-link.ts', 'fastify'],
  ['lib/dashboard/links/shape.ts', '@/lib/dashboard/links/list-links'],
  ['lib/dashboard/mirror/upsert.ts', '@prisma/adapter-pg'],
  ['lib/dashboard/mirror/upsert.test.ts', '@/lib/service/links/create-link'],
  ['prisma/demo/seed-context.ts', '@/test/factories/dashboard'],
  ['scripts/processes/web.ts', '@/test/factories/dashboard'],
  ['e2e/first-payment.spec.ts', '@/lib/service/payments/pay'],
  ['proxy.ts', '@/lib/dashboard/web/session'],
]

const ALLOWED: readonly Import[] = [
  ['app/(dashboard)/[account]/links/page.tsx', '@/lib/dashboard/links/list-links'],
  ['app/(dashboard)/[account]/links/page.tsx', './search-params'],
  ['app/(checkout)/pay/[linkId]/page.tsx', '@/lib/service/links/link-row'],
  ['app/docs/page.tsx', '@/lib/service/links/link-row'],
  ['app/(dashboard)/[account]/(panel)/developers/page.tsx', '@/lib/service/panel/list-keys'],
  ['app/(dashboard)/[account]/(panel)/developers/page.tsx', '@/lib/dashboard/connections/connect'],
  ['components/ui/button.tsx', '@radix-ui/react-slot'],
  ['components/ui/button.tsx', '@/components/texts/texts-provider'],
  ['app/layout.tsx', '@/lib/dashboard/links/shape'],
  ['components/ui/button.tsx', '@/lib/ui/cn'],
  ['components/navigation/page-link.tsx', 'next/link'],
  ['components/list/frame.tsx', '@/components/ui/button'],
  ['components/links/link-row.tsx', '@/components/ui/button'],
  ['components/links/link-row.tsx', '@/lib/dashboard/links/shape'],
  ['components/links/link-row.tsx', '@/lib/contract/payment'],
  ['lib/contract/payment.ts', 'zod'],
  ['lib/contract/signature.ts', '@noble/hashes/hmac.js'],
  ['lib/contract/payment.ts', '@/lib/domain/money'],
  ['components/ui/button.tsx', '@/lib/domain/formatters'],
  ['lib/service/links/create-link.ts', '@/lib/contract/payment'],
  ['lib/service/links/create-link.test.ts', '@/test/test-database'],
  ['lib/service/links/create-link.test.ts', '@/prisma/demo/seed-context'],
  ['lib/service/http/server.ts', 'fastify'],
  ['lib/service/http/server.ts', '@/lib/service/links/create-link'],
  ['lib/dashboard/mirror/upsert.ts', '@/lib/platform/database'],
  ['lib/dashboard/links/shape.ts', '@/lib/contract/payment'],
  ['lib/platform/database.ts', 'pg'],
  ['scripts/bench/measure-memory.ts', '@/test/factories/dashboard'],
  ['e2e/first-payment.spec.ts', '@/test/factories/dashboard'],
]

const WAYS = [
  `import type { It } from '@/lib/service/links/of-0'`,
  `import { type It, it } from '@/lib/service/links/of-1'`,
  `import '@/lib/service/links/of-2'`,
  `export * from '@/lib/service/links/of-3'`,
  `export { it } from '@/lib/service/links/of-4'`,
  `const link = await import('@/lib/service/links/of-5')`,
  `const link = require('@/lib/service/links/of-6')`,
  `type Link = import('@/lib/service/links/of-7').It`,
]

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'walls-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

function write(file: string, text: string) {
  const whole = path.join(root, file)
  fs.mkdirSync(path.dirname(whole), { recursive: true })
  fs.appendFileSync(whole, `${text}\n`)
}

/** Returns the file of a specifier; null for a module of Node. */
function fileOf(specifier: string): string | null {
  if (specifier.startsWith('@/')) return `${specifier.slice(2)}.ts`
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier === 'crypto') return null
  return `node_modules/${specifier}/index.js`
}

const HOST = 'lib/dashboard/mirror/receive.ts'
write('tsconfig.json', JSON.stringify({ compilerOptions: { paths: { '@/*': ['./*'] } } }))
for (const [file, specifier] of [...FORBIDDEN, ...ALLOWED]) {
  write(file, `import { it } from '${specifier}'`)
  const target = fileOf(specifier)
  if (target) write(target, 'export const it = 1\nexport type It = 1')
}
WAYS.forEach((way, index) => {
  write(HOST, way)
  write(`lib/service/links/of-${index}.ts`, 'export const it = 1\nexport type It = 1')
})
write('lib/service/fees/one.ts', `import type { Two } from './two'\nexport type One = Two | null`)
write('lib/service/fees/two.ts', `import type { One } from './one'\nexport type Two = One | null`)
write(
  'lib/service/audit/record.ts',
  `import type { Three } from '@/lib/service/bank/three'\nexport type Row = Three | null`,
)
write('lib/service/bank/three.ts', 'export type Three = 1')
write(
  'lib/service/bank/four.ts',
  `import type { Row } from '@/lib/service/audit/record'\nexport type Four = Row`,
)

write('components/links/form.tsx', `import { it } from '@/components/charges/dialog'`)
write('components/charges/dialog.tsx', 'export const it = 1')
write('components/charges/screen.tsx', `import { it } from '@/components/links/badge'`)
write('components/links/badge.tsx', 'export const it = 1')
write('components/payments/list.tsx', `import { it } from '@/components/customers/face'`)
write('components/customers/face.tsx', 'export const it = 1')
write('components/customers/detail.tsx', `import { it } from '@/components/payments/list'`)

const check = path.join(import.meta.dirname, 'check-walls.mjs')
const { stdout, status } = spawnSync(process.execPath, [check], { cwd: root, encoding: 'utf8' })
const breaches = stdout.split('\n')
const breachesOf = (file: string, specifier: string) => {
  const target = fileOf(specifier) ?? specifier.replace('node:', '')
  return breaches.filter((breach) => breach.startsWith(`${file} imports ${target}:`))
}

describe('the walls', () => {
  it.each(FORBIDDEN)('%s may not import %s', (file, specifier) => {
    expect(breachesOf(file, specifier)).not.toEqual([])
  })

  it.each(ALLOWED)('%s may import %s', (file, specifier) => {
    expect(breachesOf(file, specifier)).toEqual([])
  })

  it.each(WAYS.map((way, index) => [way, index] as const))('the walls refuse %s', (_, index) => {
    expect(breachesOf(HOST, `@/lib/service/links/of-${index}`)).not.toEqual([])
  })
})

it('two files that import types of each other are refused as a cycle', () => {
  const [one, two] = ['lib/service/fees/one.ts', 'lib/service/fees/two.ts']
  expect(breaches).toContainEqual(
    expect.stringContaining(`${one} imports ${two}, which imports ${one}: no import cycle`),
  )
  expect(status).toBe(1)
})

it('two rooms that import each other are refused, although no two of their files do', () => {
  const [audit, bank] = ['lib/service/audit', 'lib/service/bank']
  expect(breaches).toContain(`${audit} imports ${bank}, which imports ${audit}: rooms form no circle`)
})

it('nouns that show each other are refused, unless one shows the face of the other', () => {
  const [charges, links] = ['components/charges', 'components/links']
  expect(breaches).toContain(`${charges} imports ${links}, which imports ${charges}: rooms form no circle`)
  expect(breaches.filter((breach) => breach.startsWith('components/customers imports'))).toEqual([])
})

it('a run that reads almost no TypeScript fails', () => {
  expect(stdout).toMatch(/^Only \d\d TypeScript modules were read/m)
})
