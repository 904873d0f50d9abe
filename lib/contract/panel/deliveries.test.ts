import { expect, it } from 'vitest'
import { canTransition, isFinal } from '@/lib/contract/states'
import { answerFilters, failureCause, failureCauses, retryRunStates } from './deliveries'

it('a bulk retry runs until it is done or stopped, and both states are final', () => {
  expect(canTransition(retryRunStates, 'RUNNING', 'STOPPED')).toBe(true)
  expect(canTransition(retryRunStates, 'RUNNING', 'DONE')).toBe(true)
  expect(isFinal(retryRunStates, 'STOPPED')).toBe(true)
  expect(isFinal(retryRunStates, 'DONE')).toBe(true)
})

it.each([
  ['http_4xx', 401, 'auth'],
  ['http_4xx', 403, 'auth'],
  ['http_4xx', 404, 'gone'],
  ['http_4xx', 410, 'gone'],
  ['http_4xx', 429, 'limited'],
  ['http_4xx', 422, 'other_4xx'],
  ['http_3xx', 302, '3xx'],
  ['http_5xx', 503, '5xx'],
  ['timeout', null, 'timeout'],
  ['dns', null, 'dns'],
  ['tls', null, 'tls'],
  ['connect', null, 'connection'],
  ['closed', null, 'connection'],
  ['protocol', null, 'connection'],
  ['address_refused', null, 'address_refused'],
  ['secret_unreadable', null, 'secret_unreadable'],
] as const)('a failure of class %s with status %s has the cause %s', (errorClass, status, cause) => {
  expect(failureCause(errorClass, status)).toBe(cause)
})

it('each cause of failure is a filter', () => {
  expect(answerFilters).toEqual(expect.arrayContaining([...failureCauses]))
})
