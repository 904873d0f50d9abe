import { GuideLine } from '@/components/docs/guide-body'
import { docs } from '@/lib/messages/docs'
import { objectAnchor } from './read-reference'
import type { Field } from './read-schema'

const words = docs.fields

/** Fields or parameters: name, type, whether it must be there, what it means; what it holds stands below it. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
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
            {field.isRequired ? <span className="font-medium text-xs">{words.required}</span> : null}
          </p>
          {field.told ? (
            <p className="mt-0.5 text-base text-muted">
              <GuideLine text={field.told} />
            </p>
          ) : null}
          {field.values.length > 1 ? <Values values={field.values} /> : null}
          {field.limits ? <p className="mt-0.5 text-muted text-sm">{field.limits}</p> : null}
          {field.fields.length > 0 ? (
            <div className="mt-2.5 border-l-2 pl-4">
              <FieldList fields={field.fields} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Values({ values }: { values: readonly string[] }) {
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-1 text-muted text-sm">
      {words.values}
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

/** Leads to where an object is told. */
export function ObjectLink({ name }: { name: string }) {
  return (
    <a href={`#${objectAnchor(name)}`} className="text-accent-text underline underline-offset-2">
      {docs.objectName(name)}
    </a>
  )
}
