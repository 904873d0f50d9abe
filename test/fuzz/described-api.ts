import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxProperties?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

interface Response {
  headers: Record<string, { $ref: string }>
  content: { 'application/json': { schema: object } }
}

/** One operation as the document describes it. */
export interface Operation {
  id: string
  method: string
  path: string
  query: Record<string, Schema>
  idempotent: boolean
  body: Schema | null
  /** True if its body is a file. */
  isUpload: boolean
  success: number
  responses: Record<string, Response>
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, { required?: boolean; schema: object }>
  }
}

interface RawOperation {
  operationId: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Partial<Record<'application/json' | 'image/png', { schema: Schema }>> }
  responses: Record<string, Response>
}

/** API as its served document describes it: operations, and checks of requests and responses. */
export class DescribedApi {
  readonly operations: readonly Operation[]
  readonly #document: Document
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #checks = new Map<string, ValidateFunction>()

  /** Reads `document`, the parsed `/openapi.json`. */
  constructor(document: unknown) {
    // The document's own test validates its shape.
    this.#document = closed(structuredClone(document) as Document)
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, 'doc')
    this.operations = Object.entries(this.#document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => this.#operation(method, path, raw)),
    )
  }

  operation(id: string): Operation {
    const found = this.operations.find((it) => it.id === id)
    if (!found) throw new Error(`the document has no ${id}`)
    return found
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    const found = name === undefined ? schema : this.#document.components.schemas[name]
    if (!found) throw new Error(`the document has no ${schema.$ref}`)
    return found
  }

  /** Returns the error of a request body; null if the document allows it. */
  bodyProblem({ path, method }: Operation, value: unknown): string | null {
    return this.#problem(
      ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'],
      value,
    )
  }

  /** Returns the error of a response body of this status. */
  answerProblem({ path, method }: Operation, status: number, value: unknown): string | null {
    return this.#problem(
      [
        'paths',
        path,
        method.toLowerCase(),
        'responses',
        String(status),
        'content',
        'application/json',
        'schema',
      ],
      value,
    )
  }

  errorProblem(value: unknown): string | null {
    return this.#problem(['components', 'schemas', 'Error'], value)
  }

  /** Returns the headers that a response of this status may or must have. */
  headersOf({ responses }: Operation, status: number): { name: string; required: boolean }[] {
    return Object.keys(responses[status]?.headers ?? {}).map((name) => ({
      name: name.toLowerCase(),
      required: this.#document.components.headers[name]?.required === true,
    }))
  }

  #operation(method: string, path: string, raw: RawOperation): Operation {
    const parameters = raw.parameters.map((it) => this.#parameter(it))
    const query = parameters
      .filter((it) => it.in === 'query')
      .map(({ name, schema }) => [name, schema] as const)
    const body = raw.requestBody?.content['application/json']?.schema
    return {
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(query),
      idempotent: parameters.some((it) => it.in === 'header'),
      body: body ? this.resolve(body) : null,
      isUpload: raw.requestBody?.content['image/png'] !== undefined,
      success: Number(Object.keys(raw.responses).find((status) => status.startsWith('2'))),
      responses: raw.responses,
    }
  }

  #parameter(raw: Parameter | { $ref: string }): Parameter {
    if (!('$ref' in raw)) return raw
    const found = this.#document.components.parameters[raw.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`the document has no ${raw.$ref}`)
    return found
  }

  #problem(account: readonly string[], value: unknown): string | null {
    const pointer = account.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const check = this.#checks.get(pointer) ?? this.#ajv.compile({ $ref: `doc#/${encodeURI(pointer)}` })
    this.#checks.set(pointer, check)
    return check(value) ? null : this.#ajv.errorsText(check.errors)
  }
}

/** Closes all schemas: clients must ignore new fields, but our own responses have only described ones. */
function closed(document: Document): Document {
  const close = (schema: Schema) => {
    if (schema.properties && schema.additionalProperties === true) schema.additionalProperties = false
    const children = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items]
    for (const child of children) if (child) close(child)
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (name !== 'Error') close(schema)
  return document
}
