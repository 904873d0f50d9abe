import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks } from '@/lib/messages/developer-webhooks'
import type { EndpointActions } from './endpoint-actions'
import { useEndpointAction } from './use-endpoint-action'

const copy = webhooks.missedBanner

type Props = { endpoint: ShownEndpoint; answer: EndpointActions['answerMissed'] }

/** Renders the number of events that a paused endpoint has missed so far. */
export function MissedSoFar({ endpoint: { missed, missedSince } }: Pick<Props, 'endpoint'>) {
  const { locale } = useLocale()
  if (missedSince === null) return null
  return (
    <>
      {webhooks.missedSoFar(numberFormat(locale).format(missed))} <DateTime iso={missedSince} />
    </>
  )
}

/** Renders the number of events missed during a pause, until a member sends or dismisses them. */
export function MissedBanner({ endpoint: { id, missed }, answer }: Props) {
  const { locale } = useLocale()
  const act = useEndpointAction()
  const format = (count: number) => numberFormat(locale).format(count)
  const decide = (send: boolean) =>
    void act(() => answer({ id, send }), {
      about: `endpoint-missed:${id}`,
      done: ({ queued }) => (send ? copy.sent(format(queued)) : copy.left),
      failed: copy.failed,
    })
  return (
    <Banner
      tone="warning"
      title={copy.title(format(missed))}
      action={
        <span className="flex gap-2">
          <Button size="sm" variant="primary" onClick={() => decide(true)}>
            {copy.send}
          </Button>
          <Button size="sm" onClick={() => decide(false)}>
            {copy.leave}
          </Button>
        </span>
      }
    >
      {copy.lead}
    </Banner>
  )
}
