import { GuideLine } from '@/components/docs/guide-body'
import { docs } from '@/lib/messages/docs'
import { objectAnchor } from './read-reference'
import type { Field } from './read-schema'

const copy = docs.fields

type Props = {
  fields: readonly Field[]
  /** True for fields of a response: optional fields are marked, instead of required ones. */
  isAnswered?: boolean
}

/** Renders fields or parameters: name, type, presence and description, with a link to the object that a field holds. */
export function FieldList({ fields, isAnswered = false }: Props) {
  return (
    <ul className="divide-y divide-border/70">
      {fields.map((field) => (
        <li key={field.name} className="py-2.5 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
            <code className="wrap-anywhere font-medium font-mono text-text">{field.name}</code>
            <span className="text-muted">
              {field.object ? (
                <>
                  <ObjectLink name={field.object} /> {field.type}
                </>
              ) : (
                field.type
              )}
            </span>
            {field.isRequired === isAnswered ? null : (
              <span className="text-xs">{isAnswered ? copy.optional : copy.required}</span>
            )}
          </p>
          {field.description ? (
            <p className="mt-0.5 text-base text-muted">
              <GuideLine text={field.description} />
            </p>
          ) : null}
          {isInDescription(field) ? null : <Values values={field.values} />}
          {field.limits ? <p className="mt-0.5 text-muted text-sm">{field.limits}</p> : null}
          {field.fields.length > 0 ? (
            <div className="mt-2.5 border-l-2 pl-4">
              <FieldList fields={field.fields} isAnswered={isAnswered} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Returns whether the description already contains the only value, as in `Always \`payment\`.` */
function isInDescription({ values, description }: Field): boolean {
  return values.every((value) => description.includes(value) && values.length === 1)
}

function Values({ values }: { values: readonly string[] }) {
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-1 text-muted text-sm">
      {values.length > 1 ? copy.values : copy.value}
      {values.map((value) => (
        <code
          key={value}
          className="rounded-sm bg-sunken px-1 font-mono text-text text-xs ring-1 ring-border/60 ring-inset"
        >
          {value}
        </code>
      ))}
    </p>
  )
}

/** Renders the link to the description of an object. */
export function ObjectLink({ name }: { name: string }) {
  return (
    <a href={`#${objectAnchor(name)}`} className="text-accent-text underline underline-offset-2">
      {docs.objectName(name)}
    </a>
  )
}
