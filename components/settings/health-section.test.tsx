import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mirrorNouns } from '@/lib/dashboard/mirror/shape'
import type { ImportProgress } from '@/lib/dashboard/sync/mirror-health'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { correctionsText, ImportRows, syncProblem } from './health-section'

test('corrected rows are named in one sentence per noun', () => {
  expect(correctionsText(english, { payments: { VOIDED: 1 }, links: { created: 3 } })).toBe(
    '1 payment was voided; 3 links were created by API',
  )
  expect(
    correctionsText(english, {
      payments: { created: 1_200, TIMEOUT: 1, FAILED: 2 },
      links: { CANCELLED: 1, gone: 2 },
      customers: { changed: 1, ARCHIVED: 2, ACTIVE: 1 },
      settlements: { created: 1, PAID: 2 },
    }),
  ).toBe(
    [
      '1,200 payments were created',
      '1 payment timed out',
      '2 payments were declined',
      '1 link was canceled',
      '2 links are unknown to the service',
      '1 customer was changed by API',
      '2 customers were archived',
      '1 customer was restored',
      '1 settlement was created',
      '2 settlements were paid out',
    ].join('; '),
  )
})

test('a status without a label is shown as received', () => {
  expect(correctionsText(english, { payments: { ON_HOLD: 2, toString: 1 } })).toBe(
    '2 payments became on hold; 1 payment became tostring',
  )
})

test('a comparison that corrected no rows has a message of its own', () => {
  expect(correctionsText(english, {})).toBe('Nothing in the last 24 hours')
  expect(correctionsText(english, { payments: {} })).toBe('Nothing in the last 24 hours')
})

/** Our own codes, and those of the contract that a read can return. */
const codes = [
  'missing_api_key',
  'invalid_api_key',
  'charges_disabled',
  'resource_not_found',
  'method_not_allowed',
  'invalid_parameters',
  'rate_limited',
  'internal_error',
  'calls_paused',
  'host_unreachable',
  'contract_mismatch',
  'account_disconnected',
  'other_account',
  'dashboard_failed',
]

test.each(codes)('the code %s has a message for a run and for one list', (code) => {
  const { sentence } = syncProblem(english, code)
  expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(sentence).not.toContain(code)
  expect(syncProblem(english, code).code).toBeNull()
  expect(syncProblem(english, `links: ${code}`)).toEqual({
    sentence: `The links could not be compared. ${sentence}`,
    code: null,
  })
})

test.each(mirrorNouns)('an endless list of %s is named in the message', (noun) => {
  expect(syncProblem(english, `${noun}: list_without_end`)).toEqual({
    sentence: `The service’s list of ${noun} does not end, so not all were compared. Contact its operator.`,
    code: null,
  })
})

test('an unknown code gets a generic message and stays visible for support', () => {
  const unknown = 'The service sent an error that we don’t know.'
  expect(syncProblem(english, 'kaputt')).toEqual({ sentence: unknown, code: 'kaputt' })
  expect(syncProblem(english, 'toString')).toEqual({ sentence: unknown, code: 'toString' })
  expect(syncProblem(english, 'payments: E-42: gone')).toEqual({
    sentence: `The payments could not be compared. ${unknown}`,
    code: 'E-42: gone',
  })
})

const base: ImportProgress = { noun: 'payments', done: false, seen: 1_200 }

function textOf(...imports: ImportProgress[]): string {
  return renderToStaticMarkup(
    <EnglishTexts>
      <ImportRows imports={imports} />
    </EnglishTexts>,
  )
}

test('an import shows the objects so far', () => {
  const html = textOf(base)
  expect(html).toContain('1,200 payments')
  expect(html).toContain('Importing…')
  expect(html).toContain('progressbar')
})

test('a waiting noun and an imported noun show no progress', () => {
  const html = textOf({ ...base, seen: 0 }, { ...base, noun: 'links', done: true })
  expect(html).toContain('Waits')
  expect(html).toContain('Imported')
  expect(html).not.toContain('progressbar')
})

test('a finished import shows no rows', () => {
  expect(textOf()).toBe('')
})
