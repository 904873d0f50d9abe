import { expect, it } from 'vitest'
import { common } from '@/lib/messages/common'
import { failedAct } from './failed-act'

const act = { what: 'The link was not cancelled.', stands: 'It can still be paid.', retry: () => {} }
const refused = (code: string) => ({ ok: false as const, error: { code, message: 'A reason.' } })

it('names the act where no answer came or none that explains it, and offers another try', () => {
  for (const result of [null, refused('internal_error'), refused('host_unreachable')]) {
    const told = failedAct(result, act)
    expect(told.message).toBe('The link was not cancelled. It can still be paid.')
    expect(told.action).toEqual({ label: common.retry, onSelect: act.retry })
    expect(told.tone).toBe('danger')
  }
})

it('says the reason in the place of how things stand, and does not offer what would be refused again', () => {
  const told = failedAct(refused('forbidden'), act)
  expect(told.message).toBe('The link was not cancelled. A reason.')
  expect(told.action).toBeUndefined()
})

it('offers no other try where twice may be more than once', () => {
  expect(failedAct(null, { what: act.what })).toEqual({ tone: 'danger', message: act.what })
})
