import { expect, test } from 'vitest'
import { Refusal } from '@/lib/dashboard/refusal'
import { parseListAudit } from './list-audit'

test('a cursor that no database can hold is the asker’s mistake, not a failure of ours', () => {
  expect(() => parseListAudit({ cursor: 'aud_\0' })).toThrow(Refusal)
  expect(parseListAudit({ cursor: 'aud_1' })).toEqual({ cursor: 'aud_1' })
})
