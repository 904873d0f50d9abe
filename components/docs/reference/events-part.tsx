import { lexer } from 'marked'
import { GuideBody } from '@/components/docs/guide-body'
import { Sample } from '@/components/docs/sample'
import { docs } from '@/lib/messages/docs'
import { FieldList, ObjectLink } from './field-list'
import { Part, Under } from './part'
import type { Reference } from './read-reference'

/** Name of the contract, not a text of this page. */
const DATA_FIELD = 'data'

/** Renders the webhooks of the service: the headers of a delivery once, then each kind with its body. */
export function EventsPart({ events }: { events: Reference['events'] }) {
  return (
    <>
      <Part id={events.id} level={2} title={events.name}>
        <GuideBody tokens={lexer(events.description)} isBeside />
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
          aside={<Sample code={JSON.stringify(example, null, 2)} label={docs.eventExample(kind)} isJson />}
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
