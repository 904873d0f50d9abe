import { Fragment } from 'react'
import { docs } from '@/lib/messages/docs'
import { Method } from './method'
import type { Reference } from './read-reference'

const link =
  'block rounded-sm py-1 text-muted text-sm hover:text-text aria-[current]:font-medium aria-[current]:text-accent-text'

/** Renders a path that may wrap before each slash. */
function Path({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a path's parts have no identity but their position
    <Fragment key={position}>
      <wbr />
      {part}
    </Fragment>
  ))
}

/** Renders the links to every noun, object and operation, in the order of the page. */
export function ReferenceNav({ reference }: { reference: Reference }) {
  return (
    <ul className="flex flex-col gap-4">
      <li>
        <a href="#conventions" className={`${link} font-medium text-text`}>
          {docs.conventions}
        </a>
      </li>
      {reference.sections.map((section) => (
        <li key={section.id}>
          <a href={`#${section.id}`} className={`${link} font-medium text-text`}>
            {section.name}
          </a>
          <ul className="border-l pl-3">
            {section.objects.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`} className={link}>
                  {docs.objectTitle(name)}
                </a>
              </li>
            ))}
            {section.endpoints.map(({ id, method, path }) => (
              <li key={id}>
                <a href={`#${id}`} className={`${link} flex items-baseline gap-1.5`}>
                  <Method name={method} className="bg-transparent px-0" />
                  <span className="wrap-anywhere font-mono text-xs">
                    <Path path={path} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href={`#${reference.events.id}`} className={`${link} font-medium text-text`}>
          {reference.events.name}
        </a>
        <ul className="border-l pl-3">
          {reference.events.shown.map(({ kind }) => (
            <li key={kind}>
              <a href={`#${kind}`} className={`${link} wrap-anywhere font-mono text-xs`}>
                {kind}
              </a>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <a href="#codes" className={`${link} font-medium text-text`}>
          {docs.codesTitle}
        </a>
      </li>
    </ul>
  )
}
