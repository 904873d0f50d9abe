import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSchema } from '@/lib/contract/account'
import { KEY_CACHE_MS } from '@/lib/service/accounts/authenticate-key'
import { closeAccount, setAccountCharges, suspendAccount } from '@/lib/service/accounts/change-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { type RunningApi, servedEndpoints, startApi } from '@/test/factories/running-api'

describe('the account over HTTP', () => {
  let api: RunningApi
  const actor = { kind: 'operator' } as const

  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.stop())

  const system = () => api.database.as('checkout_system')

  it('GET /me returns exactly the contract’s fields and ours', async () => {
    const { call, account } = await api.merchant({ name: 'Casa Verde', legal_name: 'Casa Verde S.A.' })
    const { status, body } = await call('GET', '/me')
    expect(status).toBe(200)
    expect(accountSchema.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: account.id,
      object: 'account',
      name: 'Casa Verde',
      slug: 'casa-verde',
      legal_name: 'Casa Verde S.A.',
      tax_id: null,
      type: null,
      status: 'ACTIVE',
      activation_status: 'ACTIVATED',
      charges_enabled: true,
      contact_email: 'hola@laespiga.example.com',
      contact_phone: null,
      currency: 'USD',
      timezone: 'America/Guatemala',
      created_at: '2026-11-20T12:00:00.000Z',
      country: 'GT',
      sign_up_url: 'https://pay.example.com/join/casa-verde',
      test_mode: true,
      settlement_schedule: 'daily',
    })
  })

  it('GET /me returns a trial account', async () => {
    const { call } = await api.merchant({ trial: true })
    expect((await call('GET', '/me')).body).toMatchObject({
      status: 'TRIAL',
      activation_status: 'PENDING',
      charges_enabled: true,
    })
  })

  it('every endpoint requires a key, and a missing key gets another error than a wrong one', async () => {
    const { key } = await api.merchant()
    const flipped = key.at(-1) === 'a' ? 'b' : 'a'
    const bad: [Record<string, string>, string][] = [
      [{}, 'missing_api_key'],
      [{ Authorization: '' }, 'missing_api_key'],
      [{ Authorization: 'Bearer' }, 'missing_api_key'],
      [{ Authorization: `Bearer ${key.slice(0, -1)}${flipped}` }, 'invalid_api_key'],
      [{ Authorization: `Bearer ${key} ${key}` }, 'invalid_api_key'],
      [{ Authorization: 'Bearer sk_live_elsewhere' }, 'invalid_api_key'],
      [{ Authorization: `Basic ${btoa(`${key}:`)}` }, 'invalid_api_key'],
      [{ Authorization: key }, 'invalid_api_key'],
    ]
    for (const { method, path } of servedEndpoints) {
      for (const [headers, code] of bad) {
        const answer = await api.request(method, `/api/v1${path}`, { headers })
        expect(answer.status, path).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        expect(answer.body.error).toMatchObject({ type: 'authentication_error', code })
      }
    }
  })

  it('the scheme is accepted in any case', async () => {
    const { key } = await api.merchant()
    const answer = await api.request('GET', '/api/v1/me', { headers: { Authorization: `bearer  ${key}` } })
    expect(answer.status).toBe(200)
  })

  it('every call, including /me, is refused while charges are off, and succeeds when they are on again', async () => {
    const { call, account } = await api.merchant()
    await setAccountCharges(system(), { accountId: account.id, actor, on: false }, api.now())
    for (const { method, path } of servedEndpoints) {
      const answer = await call(method, path)
      expect(answer.status, path).toBe(403)
      expect(answer.body.error).toMatchObject({ type: 'permission_error', code: 'charges_disabled' })
    }
    await setAccountCharges(system(), { accountId: account.id, actor, on: true }, api.now())
    api.passMs(KEY_CACHE_MS)
    expect((await call('GET', '/me')).status).toBe(200)
  })

  it('the keys of suspended and closed accounts are refused within a second', async () => {
    for (const end of [suspendAccount, closeAccount]) {
      const { call, account } = await api.merchant()
      expect((await call('GET', '/me')).status).toBe(200)
      await end(system(), { accountId: account.id, actor }, api.now())
      api.passMs(KEY_CACHE_MS)
      expect((await call('GET', '/me')).status).toBe(403)
    }
  })

  it('a revoked key is refused within a second, and other keys are not', async () => {
    const { call, account, keyId } = await api.merchant()
    const second = await createApiKey(system(), { accountId: account.id, actor, name: 'Next' }, api.now())
    expect((await call('GET', '/me')).status).toBe(200)
    await revokeApiKey(system(), { keyId, actor }, api.now())
    api.passMs(KEY_CACHE_MS)
    expect((await call('GET', '/me')).body.error.code).toBe('invalid_api_key')
    expect((await call('GET', '/me', { key: second.api_key })).status).toBe(200)
  })
})
