import { expect, it } from 'vitest'
import { findViolations } from './check-source.mjs'

it.each([
  ['lib/service/links/list-links.ts', "const text = 'SELECT * FROM service.account WHERE id = $1'"],
  ['lib/service/links/list-links.ts', "const text = 'SELECT l.*, p.id FROM service.payment_link l'"],
  ['lib/service/links/list-links.ts', 'const text = `UPDATE service.account SET name = $2 RETURNING *`'],
  ['lib/service/links/list-links.ts', "const list = { columns: 'l.*' }"],
  ['lib/dashboard/mirror/upsert.ts', `export type { Link } from '@/lib/service/links/link'`],
  ['components/links/link-row.tsx', `new Intl.NumberFormat('en').format(1)`],
  ['components/links/link-row.tsx', `import { it } from '@/lib/dashboard/links/list-links'`],
  ['components/links/link-row.tsx', `import {\n  type It,\n  it,\n} from '@/lib/dashboard/links/list-links'`],
  ['components/links/link-row.tsx', `import '@/lib/own-account/reads'`],
  ['components/links/import-form.tsx', `router.push('/links')`],
  ['components/links/qr-code.tsx', `lazy(() => import('./qr-shape'))`],
  ['components/pay/pay-form.tsx', '<p>Pay now</p>'],
  ['components/pay/pay-form.tsx', '<p className="a">\n  Pay <b>{amount}</b>\n</p>'],
  ['components/pay/pay-form.tsx', `<p>{'Pay now'}</p>`],
  ['components/pay/pay-form.tsx', `<p>{\`Pay \${amount}\`}</p>`],
  ['components/pay/pay-form.tsx', '<button aria-label="Close" />'],
  ['app/links/actions.ts', `const answer = { message: 'Link not found' }`],
  ['docs/links.md', 'The page tells the payer'],
  ['lib/service/links/links.ts', '/** What a link is. */'],
])('%s may not contain %s', (file, source) => {
  expect(findViolations(file, source)).toHaveLength(1)
})

it.each([
  ['lib/service/links/list-links.ts', "const text = 'SELECT count(*) FROM service.account'"],
  [
    'lib/service/links/list-links.ts',
    "const text = 'WITH newest AS (SELECT id FROM service.account) SELECT * FROM newest'",
  ],
  ['scripts/bench/measure-api.ts', "const text = 'SELECT * FROM service.account'"],
  ['lib/domain/formatters.ts', `new Intl.NumberFormat('en')`],
  ['components/links/link-row.tsx', `import type { It } from '@/lib/dashboard/links/list-links'`],
  ['components/links/link-row.tsx', `import { it } from '@/lib/dashboard/links/shape'`],
  ['components/links/qr-code.tsx', `lazyModule(() => import('./qr-shape').then((module) => module.Shape))`],
  ['components/pay/pay-form.tsx', '<p className="flex gap-2">{amount} · {currency}</p>'],
  ['components/pay/pay-form.tsx', `<a title={copy.more(count)} href="/links">{"–"}</a>`],
  ['components/ui/tabs.tsx', `throw new Error('Tabs need a parent')`],
  ['components/ui/tabs.tsx', `// A 'Quoted text' in a comment`],
  ['lib/messages/links.ts', `export const links = { title: 'Payment links' }`],
])('%s may contain %s', (file, source) => {
  expect(findViolations(file, source)).toEqual([])
})
