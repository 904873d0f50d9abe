import { expect, test } from 'vitest'
import { correctionsText } from './health-section'

const number = new Intl.NumberFormat('en')

test('corrected rows are named in one sentence per noun', () => {
  expect(correctionsText({ payments: { VOIDED: 1 }, links: { created: 3 } }, number)).toBe(
    '1 payment was voided; 3 links were created by API',
  )
  expect(
    correctionsText(
      {
        payments: { created: 1_200, TIMEOUT: 1, FAILED: 2 },
        links: { CANCELLED: 1, gone: 2 },
        customers: { changed: 1, ARCHIVED: 2, ACTIVE: 1 },
        settlements: { created: 1, PAID: 2 },
      },
      number,
    ),
  ).toBe(
    [
      '1,200 payments were made',
      '1 payment timed out',
      '2 payments were declined',
      '1 link was canceled',
      '2 links are unknown to the service',
      '1 customer was changed by API',
      '2 customers were archived',
      '1 customer was restored',
      '1 settlement was made',
      '2 settlements were paid out',
    ].join('; '),
  )
})

test('a status without a label is shown as received', () => {
  expect(correctionsText({ payments: { ON_HOLD: 2, toString: 1 } }, number)).toBe(
    '2 payments became on hold; 1 payment became tostring',
  )
})

test('a comparison that corrected no rows has a message of its own', () => {
  expect(correctionsText({}, number)).toBe('Nothing in the last 24 hours')
  expect(correctionsText({ payments: {} }, number)).toBe('Nothing in the last 24 hours')
})
