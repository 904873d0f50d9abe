import { lexer } from 'marked'
import { GuideBody } from '@/components/docs/guide-body'
import { Sample } from '@/components/docs/sample'
import { docs } from '@/lib/messages/docs'
import { curlOf } from './curl-of'
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
          <Sample code={curlOf(endpoint)} label={docs.call} />
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
