import { describe, expect, it } from 'vitest'
import {
  ApiError,
  declineIn,
  errorBodySchema,
  errorTable,
  errorTypes,
  fieldErrorsIn,
  invalidParameters,
  isErrorCode,
  toErrorBody,
} from './errors'

describe('errors', () => {
  it('uses the seven types of the contract only, each code with its status', () => {
    for (const [code, { type, status, message }] of Object.entries(errorTable)) {
      expect(errorTypes).toContain(type)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(message, code).toMatch(/\.$/)
    }
    expect(errorTable.card_declined).toMatchObject({ status: 402, type: 'invalid_request_error' })
    expect(errorTable.idempotency_key_reused).toMatchObject({ status: 422, type: 'invalid_request_error' })
    expect(errorTable.charge_unresolved).toMatchObject({ status: 409, type: 'conflict_error' })
  })

  it('always names the request, and details cannot forge it', () => {
    const body = toErrorBody(new ApiError('card_declined', { request_id: 'forged', advice: 'x' }), 'req_1')
    expect(body.error.details).toEqual({ request_id: 'req_1', advice: 'x' })
    expect(errorBodySchema.parse(body)).toEqual(body)
  })

  it('shows nothing of an unexpected error', () => {
    const text = JSON.stringify(toErrorBody(new Error('password=secret at db.ts:3'), 'req_1'))
    expect(text).not.toContain('secret')
    expect(JSON.parse(text).error).toMatchObject({ type: 'api_error', code: 'internal_error' })
  })

  it('carries every field error at once', () => {
    const fields = [{ field: 'a', code: 'required', message: 'A.' }]
    expect(fieldErrorsIn(invalidParameters(fields).details)).toEqual(fields)
    expect(fieldErrorsIn({ fields: 'elsewhere' })).toEqual([])
  })

  it('reads error bodies of other hosts: unknown codes, no details', () => {
    const parsed = errorBodySchema.parse({ error: { type: 't', code: 'other', message: 'm' } })
    expect(parsed.error.details).toEqual({})
    expect(isErrorCode('toString')).toBe(false)
    expect(declineIn({})).toBeNull()
    expect(declineIn({ decline_code: 'a', advice: 'b', retryable: true, payment_id: null })?.retryable).toBe(
      true,
    )
  })
})
