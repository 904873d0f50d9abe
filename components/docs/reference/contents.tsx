import type { ReactNode } from 'react'
import { docs } from '@/lib/messages/docs'
import { cn } from '@/lib/ui/cn'
import { Method } from './parts'
import type { Reference } from './read-reference'

/** Renders the links to every noun, object and operation, in the order of the page. */
export function ReferenceNav({ reference: { sections, events } }: { reference: Reference }) {
  return (
    <ul className="flex flex-col gap-4">
      <Noun id="conventions" name={docs.conventions} />
      {sections.map(({ id, name, objects, endpoints }) => (
        <Noun key={id} id={id} name={name}>
          {objects.map((object) => (
            <Item key={object.id} id={object.id}>
              {docs.objectTitle(object.name)}
            </Item>
          ))}
          {endpoints.map(({ id: anchor, method, path }) => (
            <Item key={anchor} id={anchor} className="flex items-baseline gap-1.5">
              <Method name={method} />
              <span className="wrap-anywhere font-mono text-xs">{path}</span>
            </Item>
          ))}
        </Noun>
      ))}
      <Noun id={events.id} name={events.name}>
        {events.shown.map(({ kind }) => (
          <Item key={kind} id={kind} className="wrap-anywhere font-mono text-xs">
            {kind}
          </Item>
        ))}
      </Noun>
      <Noun id="codes" name={docs.codesTitle} />
    </ul>
  )
}

function Noun({ id, name, children }: { id: string; name: string; children?: ReactNode }) {
  return (
    <li>
      <ul>
        <Item id={id} className="font-medium text-text">
          {name}
        </Item>
      </ul>
      {children ? <ul className="border-l pl-3">{children}</ul> : null}
    </li>
  )
}

function Item({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={`#${id}`}
        className={cn(
          'block rounded-sm py-1 text-muted text-sm hover:text-text aria-[current]:font-medium aria-[current]:text-accent-text',
          className,
        )}
      >
        {children}
      </a>
    </li>
  )
}
