import { expect, test } from 'vitest'
import { mirrorNouns } from '@/lib/dashboard/schema/mirror'
import { syncProblem } from './health-section'

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
  const { sentence } = syncProblem(code)
  expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(sentence).not.toContain(code)
  expect(syncProblem(code).code).toBeNull()
  expect(syncProblem(`links: ${code}`)).toEqual({
    sentence: `The links could not be compared. ${sentence}`,
    code: null,
  })
})

test.each(mirrorNouns)('an endless list of %s is named in the message', (noun) => {
  expect(syncProblem(`${noun}: list_without_end`)).toEqual({
    sentence: `The service’s list of ${noun} does not end, so they could not all be compared. Contact the operator of the service.`,
    code: null,
  })
})

test('an unknown code gets a generic message and stays visible for support', () => {
  const unknown = 'The service answered with an error that this dashboard does not know.'
  expect(syncProblem('kaputt')).toEqual({ sentence: unknown, code: 'kaputt' })
  expect(syncProblem('toString')).toEqual({ sentence: unknown, code: 'toString' })
  expect(syncProblem('payments: E-42: gone')).toEqual({
    sentence: `The payments could not be compared. ${unknown}`,
    code: 'E-42: gone',
  })
})
