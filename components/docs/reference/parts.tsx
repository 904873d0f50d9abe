import { lexer } from 'marked'
import type { ReactNode } from 'react'
import { GuideBody, GuideLine } from '@/components/docs/guide-body'
import { docs } from '@/lib/messages/docs'
import { cn } from '@/lib/ui/cn'
import { type Field, objectAnchor } from './read-reference'

const copy = docs.fields

type PartProps = {
  id: string
  title: ReactNode
  level?: 2 | 3
  /** Content beside the text on wide screens, sticky while the text scrolls. */
  aside?: ReactNode
  children: ReactNode
}

/** Renders a section of the reference with an anchor: its text, and beside it the requests and responses. */
export function Part({ id, title, level = 3, aside, children }: PartProps) {
  const Heading = `h${level}` as const
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'grid grid-cols-1 gap-x-8 gap-y-5',
        level === 3 && 'border-t pt-8',
        aside ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]' : 'max-w-prose',
      )}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Heading
          id={id}
          className={cn('scroll-mt-6 max-lg:scroll-mt-20', level === 2 ? 'text-2xl' : 'text-lg')}
        >
          <a href={`#${id}`} className="hover:underline">
            {title}
          </a>
        </Heading>
        {children}
      </div>
      {aside ? (
        <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-6 xl:self-start">{aside}</div>
      ) : null}
    </section>
  )
}

/** Renders a named list within a section. */
export function Under({ title, level = 4, children }: { title: string; level?: 3 | 4; children: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading className="mb-2 border-b pb-1.5 font-medium text-muted text-sm">{title}</Heading>
      {children}
    </div>
  )
}

/** Renders Markdown between the fields. */
export function Prose({ text }: { text: string }) {
  return <GuideBody tokens={lexer(text)} isBeside />
}

type FieldsProps = {
  fields: readonly Field[]
  /** True for fields of a response: optional fields are marked, instead of required ones. */
  isAnswered?: boolean
}

/** Renders fields or parameters: name, type, presence and description, with a link to the object that a field holds. */
export function FieldList({ fields, isAnswered = false }: FieldsProps) {
  return (
    <ul className="divide-y divide-border/70">
      {fields.map((field) => (
        <li key={field.name} className="flex flex-col gap-0.5 py-2.5 text-muted text-sm first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <code className="wrap-anywhere font-medium font-mono text-text">{field.name}</code>
            <span>
              {field.object ? <ObjectLink name={field.object} /> : null} {field.type}
            </span>
            {field.isRequired === isAnswered ? null : (
              <span className="text-text text-xs">{isAnswered ? copy.optional : copy.required}</span>
            )}
          </p>
          {field.description ? (
            <p className="text-base">
              <GuideLine text={field.description} />
            </p>
          ) : null}
          {isInDescription(field) ? null : (
            <p>
              <GuideLine
                text={`${field.values.length > 1 ? copy.values : copy.value} \`${field.values.join('` `')}\``}
              />
            </p>
          )}
          {field.limits ? <p>{field.limits}</p> : null}
          {field.fields.length > 0 ? (
            <div className="mt-2 border-l-2 pl-4">
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

/** Renders the link to the description of an object. */
export function ObjectLink({ name }: { name: string }) {
  return (
    <a href={`#${objectAnchor(name)}`} className="text-accent-text underline underline-offset-2">
      {docs.objectName(name)}
    </a>
  )
}

const looks: Readonly<Record<string, string>> = {
  POST: 'text-accent-text',
  PATCH: 'text-warning',
}

/** Renders an operation's HTTP method. */
export function Method({ name }: { name: string }) {
  return (
    <span className={cn('shrink-0 font-mono font-semibold text-xs', looks[name] ?? 'text-neutral')}>
      {name}
    </span>
  )
}
