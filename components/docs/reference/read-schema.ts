import { z } from 'zod'
import { docs } from '@/lib/messages/docs'

const copy = docs.fields

/** The subset of JSON Schema that the API's description uses. */
export const schemaSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional()
  },
  get items() {
    return schemaSchema.optional()
  },
  get anyOf() {
    return z.array(schemaSchema).optional()
  },
  get allOf() {
    return z.array(schemaSchema).optional()
  },
})

export type Schema = z.infer<typeof schemaSchema>
export type Schemas = Readonly<Record<string, Schema>>

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

const REFERENCE = /^#\/components\/schemas\/(\w+)$/

/** Returns the name of the schema that `schema` refers to; null if `schema` has members of its own. */
export function nameOf(schema: Schema): string | null {
  return REFERENCE.exec(schema.$ref ?? '')?.[1] ?? null
}

/** Returns whether a schema is one of the API's objects. Each carries its noun in `object`. */
export function isObject(schema: Schema | undefined): boolean {
  const noun = schema?.properties?.object?.const
  return typeof noun === 'string' && noun !== 'list'
}

/** Returns the fields of an object's schema in their order. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const whole = merged(schema, schemas)
  const required = new Set(whole.required)
  return Object.entries(whole.properties ?? {}).map(([name, part]) =>
    fieldOf(name, part, required.has(name), schemas),
  )
}

/** Returns one field. `schema` may be a reference, one of several alternatives, or nullable. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean, schemas: Schemas): Field {
  const { kind, isNullable } = withoutNull(schema)
  const target = nameOf(kind) ?? (kind.items ? nameOf(kind.items) : null)
  const object = target && isObject(schemas[target]) ? target : null
  const whole = merged(kind, schemas)
  const inner = kind.items ? merged(kind.items, schemas) : whole
  const type = kind.items ? copy.listOf(typeOf(inner, object)) : typeOf(whole, object)
  return {
    name,
    type: isNullable ? copy.orNull(type) : type,
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
  if (object) return copy.object
  if (schema.format === 'date-time') return copy.date
  if (schema.format === 'email') return copy.email
  return typeof schema.type === 'string' ? schema.type : copy.object
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
        ? copy.lengthBetween(minLength, maxLength)
        : copy.lengthUpTo(maxLength),
    maximum === undefined
      ? null
      : exclusiveMinimum === undefined
        ? copy.between(minimum ?? 0, maximum)
        : copy.aboveUpTo(exclusiveMinimum, maximum),
    schema.default === undefined || schema.default === null ? null : copy.byDefault(String(schema.default)),
  ].filter((part) => part !== null)
  return limits.length > 0 ? limits.join(' · ') : null
}
