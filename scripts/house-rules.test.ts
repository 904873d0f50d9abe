import { describe, expect, it } from 'vitest'
import { findBreaches } from './house-rules.mjs'

const breaches = (file: string, source: string) => findBreaches(file, source).map(({ message }) => message)

describe('the walls', () => {
  const forbidden: [file: string, specifier: string][] = [
    ['app/(dashboard)/links/page.tsx', '@/lib/service/links/create-link'],
    ['app/(auth)/sign-in/page.tsx', '@/lib/service/panel/open-account'],
    ['app/api/webhooks/[connectionId]/route.ts', '@/lib/service/payments/pay'],
    ['app/(checkout)/pay/[linkId]/page.tsx', '@/lib/dashboard/connections/connect'],
    ['app/(account)/developers/page.tsx', '@/lib/service/payments/pay'],
    ['app/(checkout)/pay/[linkId]/page.tsx', '@/app/(dashboard)/layout'],
    ['app/layout.tsx', '@/lib/dashboard/session/require-session'],
    ['app/(dashboard)/links/page.tsx', 'pg'],
    ['app/(dashboard)/links/page.tsx', '@prisma/client'],
    ['app/(dashboard)/links/page.tsx', 'node:crypto'],
    ['components/ui/button.tsx', '@/lib/contract/money'],
    ['components/ui/button.tsx', '@/components/links/link-row'],
    ['components/ui/button.tsx', 'next/link'],
    ['components/ui/button.tsx', '@tanstack/react-query'],
    ['components/links/link-row.tsx', '@/lib/dashboard/mirror/list-links'],
    ['components/links/link-row.tsx', '@/lib/service/links/get-link'],
    ['components/links/link-row.tsx', '@/lib/platform/database'],
    ['lib/contract/money.ts', '@/lib/platform/log'],
    ['lib/contract/money.ts', 'node:fs'],
    ['lib/contract/money.ts', 'pg'],
    ['lib/service/links/create-link.ts', '@/lib/dashboard/mirror/upsert'],
    ['lib/service/payments/pay-link.ts', '@/test/simulation/simulate'],
    ['lib/service/links/create-link.ts', 'pg'],
    ['lib/service/links/create-link.ts', 'pg-boss'],
    ['lib/service/links/create-link.ts', 'undici'],
    ['lib/service/links/create-link.ts', 'crypto'],
    ['lib/service/links/create-link.ts', 'next/headers'],
    ['lib/service/links/create-link.ts', 'fastify'],
    ['lib/dashboard/mirror/upsert.ts', '@/lib/service/links/create-link'],
    ['lib/dashboard/mirror/upsert.ts', '@prisma/adapter-pg'],
    ['lib/platform/database.ts', '@/lib/contract/money'],
    ['lib/messages/links.ts', '@/lib/dashboard/roles/can'],
    ['lib/ui/cn.ts', '@/lib/contract/money'],
    ['e2e/first-payment.spec.ts', '@/lib/service/payments/pay'],
    ['components/links/link-row.tsx', 'next/link'],
    ['proxy.ts', '@/lib/dashboard/session/read-session'],
  ]

  it.each(forbidden)('%s may not import %s', (file, specifier) => {
    expect(breaches(file, `import { it } from '${specifier}'`)).toHaveLength(1)
  })

  const allowed: [file: string, specifier: string][] = [
    ['app/(dashboard)/links/page.tsx', '@/lib/dashboard/links/create-link'],
    ['app/(dashboard)/links/page.tsx', './search-params'],
    ['app/(checkout)/pay/[linkId]/page.tsx', '@/lib/service/links/get-link'],
    ['app/(account)/developers/page.tsx', '@/lib/service/panel/list-keys'],
    ['app/(account)/developers/page.tsx', '@/lib/dashboard/connections/connect'],
    ['components/ui/button.tsx', '@radix-ui/react-slot'],
    ['components/shell/page-link.tsx', 'next/link'],
    ['components/ui/button.tsx', '@/lib/ui/cn'],
    ['components/links/link-row.tsx', '@/components/ui/badge'],
    ['components/links/link-row.tsx', '@/lib/contract/links'],
    ['lib/contract/money.ts', 'zod'],
    ['lib/contract/signature.ts', '@noble/hashes/hmac.js'],
    ['lib/service/links/create-link.ts', '@/lib/contract/links'],
    ['lib/service/http/server.ts', 'fastify'],
    ['lib/dashboard/mirror/upsert.ts', '@/lib/platform/prisma-client'],
    ['lib/platform/database.ts', 'pg'],
    ['lib/service/links/create-link.test.ts', '@/test/test-database'],
    ['e2e/first-payment.spec.ts', '@/test/factories/dashboard'],
  ]

  it.each(allowed)('%s may import %s', (file, specifier) => {
    expect(breaches(file, `import { it } from '${specifier}'`)).toEqual([])
  })

  it.each([
    `import type { Link } from '@/lib/service/links/link'`,
    `export * from '@/lib/service/links/link'`,
    `export { link } from '@/lib/service/links/link'`,
    `import '@/lib/service/links/link'`,
    `const link = await import('@/lib/service/links/link')`,
    `const link = require('@/lib/service/links/link')`,
    `type Link = import('@/lib/service/links/link').Link`,
    `import { link } from '../../service/links/link'`,
  ])('no way of importing gets around them: %s', (source) => {
    expect(breaches('lib/dashboard/mirror/upsert.ts', source)).toHaveLength(1)
  })

  it('a test stands on the same side as what it tests', () => {
    expect(breaches('lib/dashboard/mirror/upsert.test.ts', `import '@/lib/service/links/link'`)).toHaveLength(
      1,
    )
  })

  it('names the line', () => {
    expect(findBreaches('lib/contract/money.ts', `\n\nimport fs from 'node:fs'`)).toMatchObject([{ line: 3 }])
  })

  it('files outside a folder are named by the alias', () => {
    expect(
      breaches('lib/service/links/create-link.ts', `import { a } from '../accounts/account'`),
    ).toHaveLength(1)
    expect(breaches('lib/service/links/create-link.ts', `import { a } from './link-row'`)).toEqual([])
  })

  it('the environment is read in lib/platform alone', () => {
    expect(breaches('lib/service/links/create-link.ts', 'const url = process.env.WEB_URL')).toHaveLength(1)
    expect(breaches('components/ui/button.tsx', 'const url = process.env.WEB_URL')).toHaveLength(1)
    expect(breaches('lib/platform/env.ts', 'const url = process.env.WEB_URL')).toEqual([])
  })
})

describe('the habits', () => {
  it.each([
    ['components/links/link-row.tsx', `new Intl.NumberFormat('en').format(1)`],
    ['lib/contract/money.ts', `new Intl.DateTimeFormat('en').format(0)`],
    ['components/links/batch-form.tsx', `router.push('/links')`],
    ['app/(dashboard)/links/row.tsx', `router.replace('/links')`],
    ['components/links/qr-code.tsx', `import('./qr-shape')`],
    ['components/links/qr-code.tsx', `lazy(() => import('./qr-shape'))`],
  ])('%s may not hold %s', (file, source) => {
    expect(breaches(file, source)).toHaveLength(1)
  })

  it.each([
    ['lib/contract/formatters.ts', `new Intl.NumberFormat('en')`],
    ['components/shell/use-go.ts', `router.push('/links')`],
    ['components/links/batch-form.tsx', 'router.refresh(); rows.push(1)'],
    ['components/links/link-row.tsx', `new Intl.Locale('en')`],
    ['components/links/qr-code.tsx', `latePart(() => import('./qr-shape').then((module) => module.Shape))`],
  ])('%s may hold %s', (file, source) => {
    expect(breaches(file, source)).toEqual([])
  })
})

describe('page copy', () => {
  it.each([
    '<p>Pay now</p>',
    '<p>\n  Pay <b>{amount}</b>\n</p>',
    '<><b>{amount}</b> USD</>',
    `<p>{'Pay now'}</p>`,
    `<p>{paid ? 'Paid' : waiting}</p>`,
    `<p>{\`Pay \${amount}\`}</p>`,
    '<button aria-label="Close" />',
    `<button aria-label={'Close'} />`,
    '<input placeholder="name" />',
    `<img alt={open ? \`Logo of \${name}\` : undefined} />`,
    '<a title="more">{x}</a>',
    '<Field label="Title" />',
  ])('may not stand in %s', (jsx) => {
    expect(breaches('components/pay/pay-form.tsx', `export const Pay = () => ${jsx}`)).not.toEqual([])
  })

  it('may not stand in metadata nor in code beside the markup', () => {
    expect(breaches('app/layout.tsx', `export const metadata = { title: 'Checkout' }`)).toHaveLength(1)
    expect(
      breaches('app/(dashboard)/links/actions.ts', `const answer = { message: 'Link not found' }`),
    ).toHaveLength(1)
    expect(
      breaches('app/(dashboard)/links/actions.ts', `const answer = \`Link \${id} is gone\``),
    ).toHaveLength(1)
  })

  it.each([
    '<p>{copy.title}</p>',
    '<p className="flex gap-2">{amount} · {currency}</p>',
    '<button type="button" aria-label={copy.close} aria-live="polite" />',
    '<input name="card number" placeholder="•••• 1234" />',
    '<img alt="" />',
    `<a title={copy.more(count)} href="/links">{"–"}</a>`,
  ])('is taken from the catalogue in %s', (jsx) => {
    expect(breaches('components/pay/pay-form.tsx', `export const Pay = () => ${jsx}`)).toEqual([])
  })

  it('does not mean what developers read', () => {
    expect(breaches('components/ui/tabs.tsx', `throw new Error('Tabs need a parent')`)).toEqual([])
    expect(breaches('lib/messages/links.ts', `export const links = { title: 'Payment links' }`)).toEqual([])
  })
})
