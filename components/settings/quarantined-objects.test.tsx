import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QuarantinedObjects } from './quarantined-objects'

test('objects that could not be read are named, with the raw JSON of each folded', () => {
  const odd = { noun: 'payments', reason: 'status: Invalid option', at: '2026-11-21T10:00:00.000Z' } as const
  const html = renderToStaticMarkup(
    <QuarantinedObjects
      number={new Intl.NumberFormat('en')}
      quarantine={{
        count: 3,
        newest: [
          { ...odd, id: 'P1', raw: '{"status":"REFUNDED"}' },
          { ...odd, id: null, raw: null },
        ],
      }}
    />,
  )
  expect(html).toContain('3 objects could not be read: payment P1, payment without an ID and others.')
  expect(html).toMatch(/<details[^>]*><summary.*status: Invalid option.*REFUNDED.*<\/details>/)
  expect(html).not.toContain('<details open')
})
