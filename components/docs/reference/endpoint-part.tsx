import { lexer } from 'marked'
import { curlOf } from '@/components/data/curl'
import { GuideBody } from '@/components/docs/guide-body'
import { Sample } from '@/components/docs/sample'
import { docs } from '@/lib/messages/docs'
import { FieldList, ObjectLink } from './field-list'
import { Method } from './method'
import { Part, Under } from './part'
import type { Endpoint, Example } from './read-reference'

const shown = (value: unknown) => JSON.stringify(value, null, 2)
const named = ({ name }: Example) => name.replaceAll('_', ' ')

/** Renders one operation: parameters, responses and errors, and beside them a call with its responses. */
export function EndpointPart({ endpoint }: { endpoint: Endpoint }) {
  const { answer } = endpoint
  return (
    <Part
      id={endpoint.id}
      title={endpoint.summary}
      aside={
        <>
          <Sample code={sampleCall(endpoint)} label={docs.call} />
          {endpoint.bodies.slice(1).map((body) => (
            <Sample key={body.name} isJson code={shown(body.value)} label={docs.furtherBody(named(body))} />
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
        <Method name={endpoint.method} />
        <code className="wrap-anywhere font-mono text-sm">{endpoint.path}</code>
      </p>
      {endpoint.description ? <GuideBody tokens={lexer(endpoint.description)} isBeside /> : null}
      {endpoint.parameters.map(({ location, fields }) => (
        <Under key={location} title={docs.parameterLocations[location]}>
          <FieldList fields={fields} />
        </Under>
      ))}
      {endpoint.body.length > 0 ? (
        <Under title={docs.body}>
          <FieldList fields={endpoint.body} />
        </Under>
      ) : null}
      <Under title={docs.answers}>
        <p className="text-base">
          {answer.isList ? docs.answersList(answer.status) : answer.status}{' '}
          {answer.object ? <ObjectLink name={answer.object} /> : null}
        </p>
      </Under>
      <Under title={docs.errorsOf}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {endpoint.errors.map(({ status, code }) => (
            <li key={code} className="text-muted">
              <span className="tnum">{status}</span>{' '}
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

/** Placeholder for an id without an example. */
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

/** Returns the id for the path: the response's own id, or a charge's customer. */
function idOf(example: unknown): string {
  if (typeof example !== 'object' || example === null) return UNKNOWN_ID
  const { id, customer_id } = example as Readonly<Record<string, unknown>> // The cast is followed by checks of both fields.
  return [id, customer_id].find((value) => typeof value === 'string') ?? UNKNOWN_ID
}
