import { describe, expect, it } from 'vitest'
import { findViolations } from './source-rules.mjs'

const violations = (file: string, source: string) =>
  findViolations(file, source).map(({ message }) => message)

describe('imports', () => {
  it('files of other folders are imported by the alias', () => {
    expect(
      violations('lib/service/links/create-link.ts', `import { a } from '../accounts/account'`),
    ).toHaveLength(1)
    expect(violations('lib/service/links/create-link.ts', `import { a } from './link-row'`)).toEqual([])
  })

  it('types are not re-exported, because dependency-cruiser does not see it', () => {
    const source = `export type { Link } from '@/lib/service/links/link'`
    expect(violations('lib/dashboard/mirror/upsert.ts', source)).toHaveLength(1)
  })
})

describe('the statements', () => {
  it.each([
    "const text = 'SELECT * FROM service.account WHERE id = $1'",
    "const text = 'SELECT l.*, p.id FROM service.payment_link l'",
    'const text = `UPDATE service.account SET name = $2 RETURNING *`',
    "const text = 'SELECT key_id, (account).* FROM service.find_api_key($1)'",
    "const list = { columns: 'l.*' }",
  ])('%s is refused, because it names no columns', (source) => {
    expect(violations('lib/service/links/list-links.ts', source)).toHaveLength(1)
    expect(violations('scripts/bench/measure-link-read.ts', source)).toEqual([])
  })

  it.each([
    "const text = 'SELECT count(*) FROM service.account'",
    "const text = 'WITH newest AS (SELECT id FROM service.account) SELECT * FROM newest'",
    "const text = '2 * 3'",
  ])('%s is allowed, because its star is not that of a table', (source) => {
    expect(violations('lib/service/links/list-links.ts', source)).toEqual([])
  })
})

describe('the environment', () => {
  it('the environment is read only in lib/platform', () => {
    expect(violations('lib/service/links/create-link.ts', 'const url = process.env.WEB_URL')).toHaveLength(1)
    expect(violations('components/ui/button.tsx', 'const url = process.env.WEB_URL')).toHaveLength(1)
    expect(violations('lib/platform/env.ts', 'const url = process.env.WEB_URL')).toEqual([])
  })
})

describe('banned patterns', () => {
  it.each([
    ['components/links/link-row.tsx', `new Intl.NumberFormat('en').format(1)`],
    ['lib/domain/money.ts', `new Intl.DateTimeFormat('en').format(0)`],
    ['components/links/import-form.tsx', `router.push('/links')`],
    ['app/(dashboard)/links/row.tsx', `router.replace('/links')`],
    ['components/links/qr-code.tsx', `import('./qr-shape')`],
    ['components/links/qr-code.tsx', `lazy(() => import('./qr-shape'))`],
  ])('%s may not contain %s', (file, source) => {
    expect(violations(file, source)).toHaveLength(1)
  })

  it.each([
    ['lib/domain/formatters.ts', `new Intl.NumberFormat('en')`],
    ['components/shell/navigation/use-go.ts', `router.push('/links')`],
    ['components/links/import-form.tsx', 'router.refresh(); rows.push(1)'],
    ['components/links/link-row.tsx', `new Intl.Locale('en')`],
    ['components/links/qr-code.tsx', `lazyModule(() => import('./qr-shape').then((module) => module.Shape))`],
  ])('%s may contain %s', (file, source) => {
    expect(violations(file, source)).toEqual([])
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
  ])('page copy is refused in %s', (jsx) => {
    expect(violations('components/pay/form/pay-form.tsx', `export const Pay = () => ${jsx}`)).not.toEqual([])
  })

  it('page copy is refused in metadata and in code next to the markup', () => {
    expect(violations('app/layout.tsx', `export const metadata = { title: 'Checkout' }`)).toHaveLength(1)
    expect(
      violations('app/(dashboard)/links/actions.ts', `const answer = { message: 'Link not found' }`),
    ).toHaveLength(1)
    expect(
      violations('app/(dashboard)/links/actions.ts', `const answer = \`Link \${id} is gone\``),
    ).toHaveLength(1)
  })

  it.each([
    '<p>{copy.title}</p>',
    '<p className="flex gap-2">{amount} · {currency}</p>',
    '<button type="button" aria-label={copy.close} aria-live="polite" />',
    '<input name="card number" placeholder="•••• 1234" />',
    '<img alt="" />',
    `<a title={copy.more(count)} href="/links">{"–"}</a>`,
  ])('text of the catalogue is allowed in %s', (jsx) => {
    expect(violations('components/pay/form/pay-form.tsx', `export const Pay = () => ${jsx}`)).toEqual([])
  })

  it('texts for developers are not page copy', () => {
    expect(violations('components/ui/tabs.tsx', `throw new Error('Tabs need a parent')`)).toEqual([])
    expect(violations('lib/messages/links.ts', `export const links = { title: 'Payment links' }`)).toEqual([])
  })
})
