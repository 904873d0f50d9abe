import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '@/lib/contract/endpoints'
import { keyScopes, scopeOf } from '@/lib/contract/key-scopes'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

it('each endpoint refuses the keys of a scope below its own before it reads anything, and no other', async () => {
  const { account } = await api.merchant()
  for (const [index, scope] of keyScopes.entries()) {
    const key = { accountId: account.id, actor: { kind: 'operator' } as const, name: scope, scope }
    const { api_key } = await createApiKey(api.database.as('checkout_system'), key, api.now())
    for (const { method, path } of Object.values(endpoints)) {
      const needed = scopeOf({ method, path })
      const response = await fetch(`${api.origin}/api/v1${path.replace('{id}', 'nobody')}`, {
        method,
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      const { error } = await response.json()
      if (index < keyScopes.indexOf(needed))
        expect([method, path, response.status, error]).toEqual([
          method,
          path,
          403,
          expect.objectContaining({
            type: 'permission_error',
            code: 'insufficient_scope',
            details: expect.objectContaining({ scope: needed }),
          }),
        ])
      else expect([method, path, response.status]).not.toEqual([method, path, 403])
    }
  }
})
