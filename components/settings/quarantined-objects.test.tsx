import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QuarantinedObjects } from './quarantined-objects'

test('unreadable objects are listed, each with its reason collapsed', () => {
  const odd = { noun: 'payments', reason: 'status: Invalid option', at: '2026-11-21T10:00:00.000Z' } as const
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <QuarantinedObjects
        number={new Intl.NumberFormat('en')}
        quarantine={{
          count: 3,
          newest: [
            { ...odd, id: 'P1' },
            { ...odd, id: null },
          ],
        }}
      />
    </QueryClientProvider>,
  )
  expect(html).toContain('3 objects could not be read: payment P1, payment without an ID and others.')
  expect(html).toMatch(/<details[^>]*><summary.*status: Invalid option.*<\/details>/)
  expect(html).not.toContain('<details open')
})
