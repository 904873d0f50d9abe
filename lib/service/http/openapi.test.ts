import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi

beforeAll(async () => {
  api = await startApi()
})

afterAll(() => api.stop())

describe('GET /openapi.json', () => {
  test('the document is public, valid, and contains the address of this server', async () => {
    const answer = await api.request('GET', '/api/v1/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Request-Id')).toMatch(/^req_/)
    expect(answer.body.servers).toEqual([{ url: 'https://api.example.com/api/v1' }])
    expect(await new Validator().validate(answer.body)).toEqual({ valid: true })
  })

  test('the document passes Redocly’s recommended rules', async () => {
    const { body } = await api.request('GET', '/api/v1/openapi.json')
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The API has no license that the document could state.
        'info-license': 'off',
        // The test's server has a reserved name; a deployment states its own address.
        'no-server-example.com': 'off',
      },
    })
    const problems = await lintFromString({ source: JSON.stringify(body), config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])).toEqual(
      [],
    )
  })

  test('the document lists only operations that respond: none is the 404 of an unknown path', async () => {
    const { body } = await api.request('GET', '/api/v1/openapi.json')
    const { call } = await api.merchant()
    const operations = Object.entries<object>(body.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
    )
    expect(operations.length).toBeGreaterThanOrEqual(12)
    for (const { method, path } of operations) {
      // The error for an unknown method lists those of the path.
      const { status, headers } = await call('DELETE', path.replace('{id}', 'some'))
      expect(status).toBe(405)
      expect(headers.get('Allow')?.split(', ')).toContain(method)
    }
  })

  test('the document has no other method', async () => {
    const answer = await api.request('POST', '/api/v1/openapi.json', { body: {} })
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed'])
  })
})
