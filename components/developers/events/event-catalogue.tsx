import { CopyCode } from '@/components/data/curl'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { PageLink } from '@/components/navigation/page-link'
import { listHref } from '@/components/navigation/query-string'
import { Card, Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { type EventKind, eventDataKeys, eventKinds } from '@/lib/contract/event-kinds'
import { eventMeanings, eventSample } from '@/lib/contract/event-samples'
import { common } from '@/lib/messages/common'
import { developerEvents } from '@/lib/messages/developer-events'

const { catalogue } = developerEvents

type Props = {
  /** Number of events in the last 30 days, by kind. */
  happened: Readonly<Record<string, number>>
}

/** Renders the headers of a delivery, then each kind of event: meaning, path of its object, frequency, sample. */
export function EventCatalogue({ happened }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Card title={catalogue.headers}>
        <dl className="flex flex-col">
          {catalogue.headerRows.map(({ name, value, note }) => (
            <div
              key={name}
              className="grid gap-x-4 gap-y-0.5 border-border/70 border-t py-2 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <dt className="font-medium font-mono text-sm">{name}</dt>
              <dd className="min-w-0">
                <span className="wrap-anywhere font-mono text-sm">{value}</span>
                <span className="block text-muted text-sm">{note}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {eventKinds.map((kind) => (
        <Kind key={kind} kind={kind} happened={happened[kind] ?? 0} />
      ))}
    </div>
  )
}

function Kind({ kind, happened }: { kind: EventKind; happened: number }) {
  const sample = JSON.stringify(eventSample(kind))
  return (
    <Card id={kind}>
      <div className="flex flex-col gap-3">
        <header>
          <h2 className="wrap-anywhere font-mono text-base">{kind}</h2>
          <p className="mt-0.5 text-pretty text-muted">{eventMeanings[kind]}</p>
        </header>
        <PropertyList>
          <Property name={catalogue.dataKey}>
            <code className="font-mono text-sm">{catalogue.dataPath(eventDataKeys[kind])}</code>
          </Property>
          <Property name={catalogue.lately}>
            {happened === 0 ? (
              <span className="text-muted">{catalogue.never}</span>
            ) : (
              <TextLink>
                <PageLink href={listHref('/developers/events', { status: 'real', kind, period: '30d' })}>
                  {catalogue.times(happened)}
                </PageLink>
              </TextLink>
            )}
          </Property>
        </PropertyList>
        <Fold summary={catalogue.sample}>
          <CodeBlock
            label={kind}
            code={prettyJson(sample)}
            isWhole
            drawLine={drawJson}
            action={<CopyCode code={sample} label={common.copyThing(catalogue.sampleOf(kind))} />}
          />
        </Fold>
      </div>
    </Card>
  )
}
