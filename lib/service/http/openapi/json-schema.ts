import * as z from 'zod'

/** A JSON Schema (draft 2020-12) in OpenAPI 3.1. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  description?: string
  [keyword: string]: unknown
}

const COMPONENTS = '#/components/schemas/'

export function componentRef(name: string): JsonSchema {
  return { $ref: COMPONENTS + name }
}

/**
 * Returns the JSON Schema of the same zod schema that validates. `io` input: a client's request; output: a response.
 * Schemas with an id become references; their definitions are added to `components`.
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, JsonSchema>,
): JsonSchema {
  const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  // The result is plain JSON without the methods that zod adds, which the cast states.
  const {
    $defs = {},
    $schema: _,
    ...own
  } = JSON.parse(JSON.stringify(made)) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  for (const [name, definition] of Object.entries($defs)) components.set(name, tidy(definition))
  return tidy(own)
}

/** Removes zod's output that no reader needs, and points references at the components. */
function tidy(schema: JsonSchema): JsonSchema {
  const tidied: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNoise(keyword, value)) continue
    tidied[keyword] = tidyValue(keyword, value)
  }
  return tidied
}

function isNoise(keyword: string, value: unknown): boolean {
  if (keyword === 'id' || keyword === '$id') return typeof value === 'string'
  if (keyword === 'propertyNames') return Object.keys(value as object).join() === 'type' // zod writes a schema here.
  if (keyword === 'minLength') return value === 0
  return (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) >= 2 ** 53 - 1
}

function tidyValue(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return String(value).replace('#/$defs/', COMPONENTS)
  if (keyword === 'additionalProperties') return isEmpty(value) ? true : value
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, it]) => [name, tidy(it)])) // JSON Schema's own type.
  }
  if (keyword === 'items') return tidy(value as JsonSchema) // zod writes one schema here.
  if (keyword === 'anyOf' || keyword === 'allOf') return (value as JsonSchema[]).map(tidy) // Lists of schemas, by definition.
  return value
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
