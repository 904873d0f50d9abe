import { docs } from '@/lib/messages/docs'

/** The subset of JSON Schema that the API's description uses. */
type Schema = {
  $ref?: string
  type?: string | string[] | undefined
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Schemas = Readonly<Record<string, Schema>>

/** One row of a body, an object or a list of parameters. */
export type Field = {
  name: string
  /** Readable type, such as "string or null". */
  type: string
  /** Object that the field holds, if the page has a section of it. */
  object: string | null
  isRequired: boolean
  /** Markdown; may be empty. */
  description: string
  /** Allowed values of an enumeration; empty for other types. */
  values: readonly string[]
  /** Lengths, bounds and the default; null if there are none. */
  limits: string | null
  fields: readonly Field[]
}

type Content = { schema?: Schema; examples?: Record<string, { value?: unknown }> }
type Body = { content?: { 'application/json'?: Content } }
type Parameter = {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}
type Operations = Record<string, Record<string, Operation>>

/** The parts of this service's OpenAPI document that the page uses. */
type Description = {
  info: { title: string; summary?: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Operations
  webhooks: Operations
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, Parameter>
    securitySchemes: Record<string, { name?: string; description: string }>
  }
}

export type Example = { name: string; value: unknown }
export type Endpoint = ReturnType<typeof endpointOf>

/** The API in the order of its page: nouns with their objects and operations, then the conventions of all of them. */
export type Reference = ReturnType<typeof readReference>

function anchorOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}

/** Returns the anchor of an object's own section. A noun may have the same name. */
export function objectAnchor(name: string): string {
  return `${anchorOf(name)}-object`
}

/** Returns the page's content from this service's OpenAPI 3.1 document (contract: versioning). Throws for any other one. */
export function readReference(document: unknown) {
  const description = document as Description // A document of another form lacks a member and throws.
  const { schemas } = description.components
  const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      endpoint: endpointOf(method, path, operation, description),
    })),
  )
  const seen = new Set<string>()
  const sections = description.tags.map(({ name, description: lead }) => {
    const own = endpoints.filter(({ tag }) => tag === name).map(({ endpoint }) => endpoint)
    return {
      id: anchorOf(name),
      name,
      description: lead,
      objects: objectsOf(own, schemas).filter((object) => !seen.has(object.id) && seen.add(object.id)),
      endpoints: own,
    }
  })
  const events = sections.find(({ endpoints: own }) => own.length === 0)
  const codes = new Map(
    endpoints.flatMap(({ endpoint }) => endpoint.errors).map((error) => [error.code, error]),
  )
  const list = Object.entries(schemas).find(([, { properties }]) => properties?.object?.const === 'list')?.[1]
  return {
    title: description.info.title,
    summary: description.info.summary ?? '',
    description: description.info.description,
    baseUrl: description.servers[0]?.url ?? '',
    /** Description of how a call is authenticated. */
    authorization: description.components.securitySchemes.apiKey?.description ?? '',
    sections: sections.filter((section) => section !== events),
    list: (list ? fieldsOf(list, schemas) : []).map((field) =>
      field.name === 'data' ? { ...field, object: null, description: docs.listData } : field,
    ),
    error: schemas.Error ? fieldsOf(schemas.Error, schemas) : [],
    errors: [...codes.values()].sort((a, b) => a.status.localeCompare(b.status)),
    headers: Object.entries(description.components.headers).map(([name, header]) =>
      fieldOfParameter({ ...header, name }, schemas),
    ),
    events: eventsOf(description, events ?? { name: '', description: '' }),
  }
}

function endpointOf(method: string, path: string, operation: Operation, { components }: Description) {
  const { schemas } = components
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const name = parameter.$ref?.split('/').at(-1)
    return (name ? components.parameters[name] : undefined) ?? parameter
  })
  const body = operation.requestBody?.content?.['application/json']
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const answer = success?.content?.['application/json']
  const name = answer?.schema ? nameOf(answer.schema) : null
  const listed = name ? schemas[name]?.properties?.data?.items : undefined
  const key = parameters.find((parameter) => parameter.name === 'Idempotency-Key')
  return {
    id: anchorOf(operation.operationId),
    method: method.toUpperCase(),
    path,
    ...headed(operation.summary, operation.description),
    parameters: (['path', 'query', 'header'] as const)
      .map((location) => ({
        location,
        fields: parameters
          .filter((parameter) => parameter.in === location)
          .map((parameter) => fieldOfParameter(parameter, schemas)),
      }))
      .filter(({ fields }) => fields.length > 0),
    body: body?.schema ? fieldsOf(body.schema, schemas) : [],
    bodies: examplesOf(body),
    /** Sample key that makes a retry safe; null if the operation takes none. */
    idempotencyKey: typeof key?.example === 'string' ? key.example : null,
    answer: {
      status: status ?? '',
      object: listed ? nameOf(listed) : name,
      isList: listed !== undefined,
      examples: examplesOf(answer),
    },
    errors: Object.entries(operation.responses).flatMap(([code, response]) =>
      code.startsWith('2') ? [] : errorsOf(code, response.content?.['application/json']),
    ),
  }
}

/** Returns the first sentence of a summary, without its full stop, as the heading. The rest begins the description. */
function headed(summary: string, description = '') {
  const [, first = summary, rest = ''] = /^(.+?)\.(?: (.+))?$/s.exec(summary) ?? []
  return { summary: first, description: [rest, description].filter((part) => part !== '').join('\n\n') }
}

function fieldOfParameter(parameter: Parameter, schemas: Schemas): Field {
  const { name = '', schema = {} as Schema, required = false, description = '' } = parameter // The cast is valid: an empty schema allows any value.
  return { ...fieldOf(name, schema, required, schemas), description: description }
}

function examplesOf(content: Content | undefined): Example[] {
  return Object.entries(content?.examples ?? {}).map(([name, { value }]) => ({ name, value }))
}

function errorsOf(status: string, content: Content | undefined) {
  return examplesOf(content).map(({ value }) => {
    const { error } = value as { error: { code: string; message: string } } // Each error has the contract's body.
    return { status, ...error }
  })
}

/** Returns the objects in the responses of a noun's operations, each with its first complete example. */
function objectsOf(endpoints: readonly Endpoint[], schemas: Schemas) {
  const names = new Set(endpoints.flatMap(({ answer }) => answer.object ?? []))
  return [...names].flatMap((name) => {
    const schema = schemas[name]
    if (!schema || !isObject(schema)) return []
    const of = endpoints.filter(({ answer }) => answer.object === name && !answer.isList)
    const example = of.flatMap(({ answer }) => answer.examples)[0]?.value
    return [{ id: objectAnchor(name), name, fields: fieldsOf(schema, schemas), example }]
  })
}

function eventsOf(description: Description, tag: { name: string; description: string }) {
  const { schemas } = description.components
  const all = Object.entries(description.webhooks).flatMap(([kind, { post }]) =>
    post ? [{ kind, post }] : [],
  )
  const first = all[0]?.post
  return {
    id: anchorOf(tag.name),
    name: tag.name,
    description: [tag.description, first?.description ?? ''].join('\n\n'),
    headers: [
      ...(first?.parameters ?? []),
      {
        ...description.components.securitySchemes.webhookSignature,
        required: true,
        schema: { type: 'string' },
      },
    ].map((parameter) => {
      const field = fieldOfParameter(parameter, schemas)
      // The kind of the first event is an example of all kinds.
      return field.values[0] === all[0]?.kind ? { ...field, values: [] } : field
    }),
    body: schemas.Event ? fieldsOf(schemas.Event, schemas) : [],
    shown: all.map(({ kind, post }) => {
      const content = post.requestBody?.content?.['application/json']
      const data = content?.schema?.allOf?.map(({ properties }) => properties?.data?.properties).find(Boolean)
      const held = Object.values(data ?? {})[0]
      return {
        kind,
        summary: post.summary,
        object: held ? nameOf(held) : null,
        example: examplesOf(content)[0]?.value,
      }
    }),
  }
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/

/** Returns the name of the schema that `schema` refers to; null if `schema` has members of its own. */
function nameOf(schema: Schema): string | null {
  return REFERENCE.exec(schema.$ref ?? '')?.[1] ?? null
}

/** Returns whether a schema is one of the API's objects. Each carries its noun in `object`. */
function isObject(schema: Schema | undefined): boolean {
  const noun = schema?.properties?.object?.const
  return typeof noun === 'string' && noun !== 'list'
}

function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const whole = merged(schema, schemas)
  const required = new Set(whole.required)
  return Object.entries(whole.properties ?? {}).map(([name, part]) =>
    fieldOf(name, part, required.has(name), schemas),
  )
}

function fieldOf(name: string, schema: Schema, isRequired: boolean, schemas: Schemas): Field {
  const { kind, isNullable } = withoutNull(schema)
  const target = nameOf(kind) ?? (kind.items ? nameOf(kind.items) : null)
  const object = target && isObject(schemas[target]) ? target : null
  const whole = merged(kind, schemas)
  const inner = kind.items ? merged(kind.items, schemas) : whole
  const type = kind.items ? docs.fields.listOf(typeOf(inner, object)) : typeOf(whole, object)
  return {
    name,
    type: isNullable ? docs.fields.orNull(type) : type,
    object,
    isRequired,
    description: schema.description ?? whole.description ?? '',
    values: valuesOf(inner),
    limits: limitsOf({ ...whole, default: schema.default ?? whole.default }),
    fields: object ? [] : fieldsOf(inner, schemas),
  }
}

function withoutNull(schema: Schema): { kind: Schema; isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others?.[0]) return { kind: others[0], isNullable: others.length < (schema.anyOf?.length ?? 0) }
  if (!Array.isArray(schema.type)) return { kind: schema, isNullable: false }
  const types = schema.type.filter((type) => type !== 'null')
  return { kind: { ...schema, type: types[0] }, isNullable: types.length < schema.type.length }
}

/** Returns a schema merged with its reference and its `allOf` members. Its own members take precedence. */
function merged(schema: Schema, schemas: Schemas): Schema {
  const name = nameOf(schema)
  const pointed = name ? schemas[name] : undefined
  if (!pointed && !schema.allOf) return schema
  const parts = [...(pointed ? [pointed] : []), ...(schema.allOf ?? [])].map((part) => merged(part, schemas))
  const all = [...parts, schema]
  const properties: Record<string, Schema> = {}
  for (const part of all) Object.assign(properties, part.properties)
  return Object.assign({}, ...all, { properties, required: all.flatMap(({ required }) => required ?? []) })
}

function typeOf(schema: Schema, object: string | null): string {
  if (object) return docs.fields.object
  if (schema.format === 'date-time') return docs.fields.date
  if (schema.format === 'email') return docs.fields.email
  return typeof schema.type === 'string' ? schema.type : docs.fields.object
}

function valuesOf(schema: Schema): string[] {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return values.map(String)
}

function limitsOf({ minLength, maxLength, minimum, exclusiveMinimum, maximum, ...schema }: Schema) {
  const limits = [
    maxLength === undefined
      ? null
      : minLength
        ? docs.fields.lengthBetween(minLength, maxLength)
        : docs.fields.lengthUpTo(maxLength),
    maximum === undefined
      ? null
      : exclusiveMinimum === undefined
        ? docs.fields.between(minimum ?? 0, maximum)
        : docs.fields.aboveUpTo(exclusiveMinimum, maximum),
    schema.default === undefined || schema.default === null
      ? null
      : docs.fields.byDefault(String(schema.default)),
  ].filter((part) => part !== null)
  return limits.length > 0 ? limits.join(' · ') : null
}
