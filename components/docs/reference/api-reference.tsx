import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { curlOf } from '@/components/data/curl'
import { GuideLine, Sample } from '@/components/docs/guide-body'
import { MarkCurrentSection } from '@/components/docs/mark-current-section'
import { CopyButton } from '@/components/ui/copy-button'
import { docs } from '@/lib/messages/docs'
import { cn } from '@/lib/ui/cn'
import { FieldList, Method, ObjectLink, Part, Prose, Under } from './parts'
import type { Endpoint, Example, Reference } from './read-reference'

const shown = (value: unknown) => JSON.stringify(value, null, 2)

/** Renders the whole API on one page without scripts: conventions, each noun, events, error codes. */
export function ApiReference({ reference }: { reference: Reference }) {
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <MarkCurrentSection />
      <nav
        data-contents
        aria-label={docs.onThisPage}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto overscroll-contain pb-8 lg:block"
      >
        <ReferenceNav reference={reference} />
      </nav>
      <div className="flex min-w-0 flex-col gap-10">
        <Header reference={reference} />
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
        {reference.sections.map(({ id, name, description, objects, endpoints }) => (
          <Fragment key={id}>
            <Part id={id} level={2} title={name}>
              <Prose text={description} />
            </Part>
            {objects.map((object) => (
              <Part
                key={object.id}
                id={object.id}
                title={docs.objectTitle(object.name)}
                aside={<Sample code={shown(object.example)} label={docs.example} isJson />}
              >
                <FieldList fields={object.fields} isAnswered />
              </Part>
            ))}
            {endpoints.map((endpoint) => (
              <EndpointPart key={endpoint.id} endpoint={endpoint} />
            ))}
          </Fragment>
        ))}
        <Events events={reference.events} />
        <ErrorCodes errors={reference.errors} />
      </div>
    </div>
  )
}

function Header({ reference: { title, summary, baseUrl } }: { reference: Reference }) {
  return (
    <header className="flex flex-col gap-3">
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-prose text-lg text-muted">{summary}</p>
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
  )
}

function Conventions({ reference }: { reference: Reference }) {
  const lists = [
    { title: docs.listTitle, lead: docs.listLead, fields: reference.list },
    { title: docs.headersTitle, lead: null, fields: reference.headers },
    { title: docs.errorTitle, lead: docs.errorLead, fields: reference.error },
  ]
  return (
    <Part id="conventions" level={2} title={docs.conventions}>
      <Prose text={reference.description} />
      <Under level={3} title={docs.authorizationTitle}>
        <Prose text={reference.authorization} />
      </Under>
      {lists.map(({ title, lead, fields }) => (
        <Under key={title} level={3} title={title}>
          {lead === null ? null : (
            <p className="mb-3 text-base text-muted">
              <GuideLine text={lead} />
            </p>
          )}
          <FieldList fields={fields} isAnswered />
        </Under>
      ))}
    </Part>
  )
}

function EndpointPart({ endpoint }: { endpoint: Endpoint }) {
  const { id, summary, method, path, description, parameters, body, bodies, answer, errors } = endpoint
  const named = ({ name }: Example) => name.replaceAll('_', ' ')
  return (
    <Part
      id={id}
      title={summary}
      aside={
        <>
          <Sample code={sampleCall(endpoint)} label={docs.call} />
          {bodies.slice(1).map((example) => (
            <Sample
              key={example.name}
              isJson
              code={shown(example.value)}
              label={docs.furtherBody(named(example))}
            />
          ))}
          {answer.examples.map((example) => (
            <Sample
              key={example.name}
              isJson
              code={shown(example.value)}
              label={docs.answer(answer.status, answer.examples.length > 1 ? named(example) : '')}
            />
          ))}
        </>
      }
    >
      <p className="-mt-3 flex items-baseline gap-2.5">
        <Method name={method} />
        <code className="wrap-anywhere font-mono text-sm">{path}</code>
      </p>
      {description ? <Prose text={description} /> : null}
      {parameters.map(({ location, fields }) => (
        <Under key={location} title={docs.parameterLocations[location]}>
          <FieldList fields={fields} />
        </Under>
      ))}
      {body.length > 0 ? (
        <Under title={docs.body}>
          <FieldList fields={body} />
        </Under>
      ) : null}
      <Under title={docs.answers}>
        <p className="text-base">
          {answer.isList ? docs.answersList(answer.status) : answer.status}{' '}
          {answer.object ? <ObjectLink name={answer.object} /> : null}
        </p>
      </Under>
      <Under title={docs.errorsOf}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {errors.map(({ status, code }) => (
            <li key={code}>
              {status}{' '}
              <a
                href={`#${code}`}
                className="font-mono text-text underline decoration-border-strong underline-offset-2"
              >
                {code}
              </a>
            </li>
          ))}
        </ul>
      </Under>
    </Part>
  )
}

const UNKNOWN_ID = '…'

/** Returns the call of an operation with the quick start's two variables and the first example of its body. */
export function sampleCall({ method, path, bodies, answer, idempotencyKey }: Endpoint): string {
  return curlOf({
    baseUrl: '$BASE_URL',
    method,
    path: path.replace('{id}', idOf(answer.examples[0]?.value)),
    idempotencyKey,
    body: bodies[0]?.value,
  })
}

function idOf(example: unknown): string {
  if (typeof example !== 'object' || example === null) return UNKNOWN_ID
  const { id, customer_id } = example as Readonly<Record<string, unknown>> // The cast is followed by checks of both fields.
  return [id, customer_id].find((value) => typeof value === 'string') ?? UNKNOWN_ID
}

/** Name of the contract, not a text of this page. */
const DATA_FIELD = 'data'

function Events({ events }: Pick<Reference, 'events'>) {
  return (
    <>
      <Part id={events.id} level={2} title={events.name}>
        <Prose text={events.description} />
        <Under level={3} title={docs.eventHeaders}>
          <FieldList fields={events.headers} isAnswered />
        </Under>
        <Under level={3} title={docs.body}>
          <FieldList fields={events.body} isAnswered />
        </Under>
      </Part>
      {events.shown.map(({ kind, summary, object, example }) => (
        <Part
          key={kind}
          id={kind}
          title={<span className="font-mono text-base">{kind}</span>}
          aside={<Sample code={shown(example)} label={docs.eventExample(kind)} isJson />}
        >
          <p className="-mt-3">{summary}</p>
          {object ? (
            <Under title={docs.eventData}>
              <p className="text-base">
                <code className="font-mono text-sm">{DATA_FIELD}</code> <ObjectLink name={object} />
              </p>
            </Under>
          ) : null}
        </Part>
      ))}
    </>
  )
}

function ErrorCodes({ errors }: Pick<Reference, 'errors'>) {
  return (
    <Part id="codes" level={2} title={docs.codesTitle}>
      <ul className="divide-y divide-border/70">
        {errors.map(({ status, code, message }) => (
          <li
            key={code}
            id={code}
            className="scroll-mt-6 py-2.5 text-muted target:bg-accent-soft max-lg:scroll-mt-20"
          >
            <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
              <span className="tnum">{status}</span>
              <code className="wrap-anywhere font-medium font-mono text-text">{code}</code>
            </p>
            <p className="mt-0.5 text-base">{message}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Renders the links to every noun, object and operation, in the order of the page. */
function ReferenceNav({ reference: { sections, events } }: { reference: Reference }) {
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
