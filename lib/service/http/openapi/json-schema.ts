import * as z from 'zod'

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

/** Returns the JSON Schema of a zod schema; definitions of those with an id are added to `components`. */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, JsonSchema>,
): JsonSchema {
  const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  // The result is plain JSON without the methods that zod adds.
  const { $defs = {}, $schema: _, ...own } = JSON.parse(JSON.stringify(made), tidy)
  for (const [name, definition] of Object.entries<JsonSchema>($defs)) components.set(name, definition)
  return own
}

/** Removes zod's output that no reader needs, and points references at the components. */
function tidy(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return String(value).replace('#/$defs/', COMPONENTS)
  if ((keyword === 'id' || keyword === '$id') && typeof value === 'string') return undefined
  if (keyword === 'propertyNames' && Object.keys(value as object).join() === 'type') return undefined // A schema.
  if (keyword === 'minLength' && value === 0) return undefined
  const isBound = keyword === 'minimum' || keyword === 'maximum'
  if (isBound && Math.abs(Number(value)) >= 2 ** 53 - 1) return undefined
  return keyword === 'additionalProperties' && JSON.stringify(value) === '{}' ? true : value
}
