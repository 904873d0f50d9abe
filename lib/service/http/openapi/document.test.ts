import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '@/lib/contract/endpoints'
import { errorBodySchema } from '@/lib/contract/errors'
import { eventEnvelopeSchema, objectOf } from '@/lib/contract/events'
import { openApiDocument } from './document'
import { answerExamples, bodyExamples } from './examples'
import type { JsonSchema } from './json-schema'

const names = Object.keys(endpoints) as EndpointName[]
const document = openApiDocument({
  baseUrl: 'https://api.example.com/api/v1',
  webUrl: 'https://pay.example.com',
})
// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as a stranger's tool would
const doc: any = document

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'doc')

/** Validates a value against the schema at a pointer of the document, such as `#/components/schemas/Customer`. */
function problemsAt(pointer: string[], value: unknown): unknown {
  const place = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const check = ajv.compile({ $ref: `doc#/${encodeURI(place)}` })
  return check(value) ? null : check.errors
}

interface Content {
  examples?: Record<string, { value: unknown }>
}

describe('the document', () => {
  test('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('the fields of a settlement that we add are marked as extensions, and no others', () => {
    const { properties } = doc.components.schemas.Settlement
    const marked = Object.keys(properties).filter((name) => properties[name]['x-extension'] === true)
    expect(marked).toEqual(['debt_amount', 'refund_amount', 'dispute_amount', 'adjustments'])
    expect(properties.adjustments.description).toContain('first 100')
  })

  test('the document has an operation for each endpoint of the contract, with its parameters', () => {
    for (const name of names) {
      const { path, method, query }: Endpoint = endpoints[name]
      const operation = doc.paths[path][method.toLowerCase()]
      expect(operation.operationId).toBe(name)
      const sent: { in: string; name: string }[] = operation.parameters.filter((it: object) => 'in' in it)
      const known = query && 'shape' in query ? Object.keys(query.shape as object) : []
      expect(sent.filter((it) => it.in === 'query').map((it) => it.name)).toEqual(known)
    }
    const keyOf = (path: string) =>
      doc.paths[path].post.parameters.find((it: { $ref?: string }) => it.$ref?.endsWith('dempotencyKey')).$ref
    expect(keyOf('/customers/{id}/charges')).toBe('#/components/parameters/idempotencyKey')
    expect(keyOf('/payment_links')).toBe('#/components/parameters/addedIdempotencyKey')
    expect(doc.components.parameters.addedIdempotencyKey.description).toContain(
      'Our addition to the contract.',
    )
  })

  test('every response lists its statuses and codes, and every operation those of the contract', () => {
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(doc.paths)) {
      for (const { responses } of Object.values(operations)) {
        expect(Object.keys(responses), path).toEqual(
          expect.arrayContaining(['400', '401', '403', '404', '429']),
        )
      }
    }
    const charge = doc.paths['/customers/{id}/charges'].post.responses
    const codes = (status: number) =>
      charge[status].content['application/json'].schema.allOf[1].properties.error.properties.code.enum
    expect(codes(402)).toEqual(['card_declined', 'authentication_required'])
    expect(codes(409)).toEqual([
      'no_saved_card',
      'customer_archived',
      'charge_unresolved',
      'idempotency_unresolved',
    ])
    expect(codes(422)).toEqual(['idempotency_key_reused'])
    expect(codes(400)).toContain('invalid_idempotency_key')
    expect(doc.paths['/payment_links'].post.responses).toHaveProperty('422')
  })

  test('every field of every schema has a description', () => {
    const unexplained: string[] = []
    const look = (path: string, schema: JsonSchema) => {
      for (const [field, own] of Object.entries(schema.properties ?? {})) {
        if (!own.description) unexplained.push(`${path}.${field}`)
        look(`${path}.${field}`, own)
      }
      for (const branch of [schema.items, ...(schema.anyOf ?? [])]) if (branch) look(path, branch)
    }
    for (const [name, schema] of Object.entries<JsonSchema>(doc.components.schemas)) look(name, schema)
    expect(unexplained.filter((it) => !it.startsWith('Error.') || it === 'Error.error')).toEqual([])
  })
})

describe('its examples', () => {
  test('examples fit the schemas of the document beside them', () => {
    const wrong: unknown[] = []
    const look = (value: unknown, pointer: string[]) => {
      if (typeof value !== 'object' || value === null) return
      const { examples } = value as Content
      if (examples && 'schema' in value && !Array.isArray(examples)) {
        for (const [name, example] of Object.entries(examples)) {
          const problems = problemsAt([...pointer, 'schema'], example.value)
          if (problems) wrong.push({ at: [...pointer, name].join('/'), problems })
        }
      }
      for (const [key, child] of Object.entries(value)) if (key !== 'examples') look(child, [...pointer, key])
    }
    look(document, [])
    expect(wrong).toEqual([])
  })

  test('examples fit the zod schemas that validate requests', () => {
    for (const name of names) {
      const { response, body }: Endpoint = endpoints[name]
      for (const example of Object.values(answerExamples[name]))
        expect(response.safeParse(example).error).toBeUndefined()
      for (const example of Object.values(bodyExamples[name] ?? {}))
        expect(body?.safeParse(example).error).toBeUndefined()
    }
  })

  test('each body, each success and each error code has an example', () => {
    for (const name of names) {
      const { path, method, body }: Endpoint = endpoints[name]
      const operation = doc.paths[path][method.toLowerCase()]
      expect(Object.keys(bodyExamples[name] ?? {}).length > 0).toBe(body !== null)
      for (const { content } of Object.values<{ content: { 'application/json': Content } }>(
        operation.responses,
      )) {
        expect(Object.keys(content['application/json'].examples ?? {})).not.toEqual([])
      }
    }
  })

  test('examples of errors are bodies of the contract, and those of events contain their object', () => {
    for (const operations of Object.values<
      Record<string, { responses: Record<string, { content: { 'application/json': Content } }> }>
    >(doc.paths)) {
      for (const { responses } of Object.values(operations)) {
        for (const [status, { content }] of Object.entries(responses)) {
          if (status < '400') continue
          for (const { value } of Object.values(content['application/json'].examples ?? {})) {
            expect(errorBodySchema.safeParse(value).success).toBe(true)
          }
        }
      }
    }
    for (const [kind, { post }] of Object.entries<{
      post: { requestBody: { content: { 'application/json': Content } } }
    }>(doc.webhooks)) {
      const example = post.requestBody.content['application/json'].examples?.[kind]
      const content = objectOf(eventEnvelopeSchema.parse(example?.value))
      expect(content).toMatchObject({ ok: true, kind })
    }
  })
})
