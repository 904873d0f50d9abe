import { fieldNotes, queryNotes } from './field-notes'
import type { JsonSchema } from './json-schema'

/** Adds the notes to a schema of the document, in place. Throws for a note on a field that does not exist. */
export function applyNotes(name: string, schema: JsonSchema): JsonSchema {
  for (const [path, note] of Object.entries(fieldNotes[name] ?? {})) {
    const field = fieldAt(schema, path.split('.'))
    if (!field) throw new Error(`the notes describe ${name}.${path}, which does not exist`)
    annotate(field, note)
  }
  return schema
}

/** Adds the notes to one query parameter. */
export function applyQueryNote(name: string, schema: JsonSchema): JsonSchema {
  return annotate(schema, queryNotes[name] ?? '')
}

function annotate(field: JsonSchema, note: string | JsonSchema): JsonSchema {
  const { description, ...keywords } = typeof note === 'string' ? { description: note } : note
  // Keywords are added to the branch that is not null: readers would ignore them beside `anyOf`.
  Object.assign(field.anyOf?.find(({ type }) => type !== 'null') ?? field, keywords)
  return Object.assign(field, { description })
}

function fieldAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const [first = '', ...rest] = path
  const holder = [schema, schema.items, ...(schema.anyOf ?? [])].find((it) => it?.properties)
  const field = holder?.properties?.[first]
  return field && rest.length > 0 ? fieldAt(field, rest) : field
}
