import { expect, test } from 'vitest'
import { AWAY_DIGEST } from '@/lib/dashboard/schema/away-digest'
import { errors } from '@/lib/messages/errors'
import { failureCopy } from './failure-copy'

test('a page that failed without the database has the message of the full page, and no code', () => {
  expect(failureCopy(AWAY_DIGEST, true)).toEqual({ ...errors.away.page, code: null })
  expect(failureCopy('123', true)).toEqual({
    title: errors.failedTitle,
    hint: errors.failedHint,
    code: '123',
  })
  expect(failureCopy(AWAY_DIGEST, false)).toMatchObject({ title: errors.offlineTitle, code: null })
})
