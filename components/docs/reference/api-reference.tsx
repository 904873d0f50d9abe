import { ChevronDown } from 'lucide-react'
import { lexer } from 'marked'
import { Fragment } from 'react'
import { GuideBody } from '@/components/docs/guide-body'
import { Sample } from '@/components/docs/sample'
import { CopyButton } from '@/components/ui/copy-button'
import { docs } from '@/lib/messages/docs'
import { Conventions, ErrorCodes } from './conventions'
import { EndpointPart } from './endpoint-part'
import { EventsPart } from './events-part'
import { FieldList } from './field-list'
import { MarkCurrentSection } from './mark-current-section'
import { Part } from './part'
import type { Reference } from './read-reference'
import { ReferenceNav } from './reference-nav'

/** Renders the whole API on one page without scripts: conventions, each noun, events, error codes. */
export function ApiReference({ reference }: { reference: Reference }) {
  const { baseUrl } = reference
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <MarkCurrentSection />
      <nav
        data-contents
        aria-label={docs.onThisPage}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto overscroll-contain pb-8 [mask-image:linear-gradient(to_bottom,black_calc(100%-2rem),transparent)] lg:block"
      >
        <ReferenceNav reference={reference} />
      </nav>
      <div className="flex min-w-0 flex-col gap-10">
        <header className="flex flex-col gap-3">
          <h1 className="text-3xl">{reference.title}</h1>
          <p className="max-w-prose text-lg text-muted">{reference.summary}</p>
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="text-muted">{docs.baseUrl}</span>
            <span className="flex min-w-0 items-center gap-1">
              <code className="wrap-anywhere min-w-0 font-mono">{baseUrl}</code>
              <CopyButton value={baseUrl} label={docs.copyBaseUrl} variant="quiet" size="sm" iconOnly />
            </span>
            <a href={`${baseUrl}/openapi.json`} className="text-accent-text underline underline-offset-2">
              {docs.download}
            </a>
          </p>
        </header>
        <details className="group/contents sticky top-0 z-10 -mx-4 border-y bg-surface px-4 sm:-mx-6 sm:px-6 lg:hidden">
          <summary className="hit flex min-h-11 items-center justify-between font-medium">
            {docs.contents}
            <ChevronDown
              aria-hidden
              className="size-4 text-muted transition-transform group-open/contents:rotate-180"
            />
          </summary>
          <nav
            data-contents
            aria-label={docs.onThisPage}
            className="max-h-[70dvh] overflow-y-auto overscroll-contain pt-1 pb-4"
          >
            <ReferenceNav reference={reference} />
          </nav>
        </details>
        <Conventions reference={reference} />
        {reference.sections.map((section) => (
          <Fragment key={section.id}>
            <Part id={section.id} level={2} title={section.name}>
              <GuideBody tokens={lexer(section.description)} isBeside />
            </Part>
            {section.objects.map((object) => (
              <Part
                key={object.id}
                id={object.id}
                title={docs.objectTitle(object.name)}
                aside={
                  object.example === undefined ? null : (
                    <Sample code={JSON.stringify(object.example, null, 2)} label={docs.example} isJson />
                  )
                }
              >
                <FieldList fields={object.fields} isAnswered />
              </Part>
            ))}
            {section.endpoints.map((endpoint) => (
              <EndpointPart key={endpoint.id} endpoint={endpoint} />
            ))}
          </Fragment>
        ))}
        <EventsPart events={reference.events} />
        <ErrorCodes errors={reference.errors} />
      </div>
    </div>
  )
}
