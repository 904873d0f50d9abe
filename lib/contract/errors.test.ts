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
  it('the table uses only the seven types of the contract, and each code has its status', () => {
    for (const [code, { type, status, message }] of Object.entries(errorTable)) {
      expect(errorTypes).toContain(type)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(message, code).toMatch(/\.$/)
    }
    expect(errorTable.card_declined).toMatchObject({ status: 402, type: 'invalid_request_error' })
    expect(errorTable.idempotency_key_reused).toMatchObject({ status: 422, type: 'invalid_request_error' })
    expect(errorTable.charge_unresolved).toMatchObject({ status: 409, type: 'conflict_error' })
  })

  it('an error body always names the request, and details cannot override it', () => {
    const body = toErrorBody(new ApiError('card_declined', { request_id: 'forged', advice: 'x' }), 'req_1')
    expect(body.error.details).toEqual({ request_id: 'req_1', advice: 'x' })
    expect(errorBodySchema.parse(body)).toEqual(body)
  })

  it('an unexpected error exposes no internals', () => {
    const text = JSON.stringify(toErrorBody(new Error('password=secret at db.ts:3'), 'req_1'))
    expect(text).not.toContain('secret')
    expect(JSON.parse(text).error).toMatchObject({ type: 'api_error', code: 'internal_error' })
  })

  it('a 400 contains all field errors at once', () => {
    const fields = [{ field: 'a', code: 'required', message: 'A.' }]
    expect(fieldErrorsIn(invalidParameters(fields).details)).toEqual(fields)
    expect(fieldErrorsIn({ fields: 'elsewhere' })).toEqual([])
  })

  it('error bodies of other hosts are parsed, with unknown codes and without details', () => {
    const parsed = errorBodySchema.parse({ error: { type: 't', code: 'other', message: 'm' } })
    expect(parsed.error.details).toEqual({})
    expect(isErrorCode('toString')).toBe(false)
    expect(declineIn({})).toBeNull()
    expect(declineIn({ decline_code: 'a', advice: 'b', retryable: true, payment_id: null })?.retryable).toBe(
      true,
    )
  })
})
