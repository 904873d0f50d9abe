import { expect, it } from 'vitest'
import { failureToast } from './failure'

const act = { what: 'The link was not cancelled.', stands: 'It can still be paid.', retry: () => {} }
const refused = (code: string) => ({ ok: false as const, error: { code, message: 'A reason.' } })

it('a failure without an explained response names the action and offers a retry', () => {
  for (const result of [null, refused('internal_error'), refused('host_unreachable')]) {
    const failure = failureToast(result, act)
    expect(failure.message).toBe('The link was not cancelled. It can still be paid.')
    expect(failure.action).toEqual({ onSelect: act.retry })
    expect(failure.tone).toBe('danger')
  }
})

it('a reason replaces the current state, and a request that would be refused again has no retry', () => {
  const failure = failureToast(refused('forbidden'), act)
  expect(failure.message).toBe('The link was not cancelled. A reason.')
  expect(failure.action).toBeUndefined()
})

it('an action that is not idempotent has no retry', () => {
  expect(failureToast(null, { what: act.what })).toEqual({ tone: 'danger', message: act.what })
})
