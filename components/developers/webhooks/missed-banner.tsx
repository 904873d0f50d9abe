import { useState } from 'react'
import { failureToast } from '@/components/data/failure'
import { useLocale } from '@/components/locale/locale-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks } from '@/lib/messages/developer-webhooks'
import type { EndpointActions } from './endpoint-actions'
import { useRenewEndpoints } from './queries'

const copy = webhooks.missedBanner

type Props = { endpoint: ShownEndpoint; answer: EndpointActions['answerMissed'] }

/** Renders the number of events missed during a pause, until a member sends or dismisses them. */
export function MissedBanner({ endpoint: { id, missed }, answer }: Props) {
  const { locale } = useLocale()
  const toast = useToast()
  const renew = useRenewEndpoints()
  const [busy, setBusy] = useState(false)
  const format = (count: number) => numberFormat(locale).format(count)

  async function decide(send: boolean) {
    setBusy(true)
    const result = await answer({ id, send }).catch(() => null)
    setBusy(false)
    renew()
    if (!result?.ok) return toast(failureToast(result, { what: copy.failed }))
    toast({ message: send ? copy.sent(format(result.data.queued)) : copy.left })
  }

  return (
    <Banner
      tone="warning"
      title={copy.title(format(missed))}
      action={
        <span className="flex gap-2">
          <Button size="sm" variant="primary" busy={busy} onClick={() => void decide(true)}>
            {copy.send}
          </Button>
          <Button size="sm" busy={busy} onClick={() => void decide(false)}>
            {copy.leave}
          </Button>
        </span>
      }
    >
      {copy.lead}
    </Banner>
  )
}
