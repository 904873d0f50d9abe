'use client'

import { useMutation } from '@tanstack/react-query'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { settings } from '@/lib/messages/settings'
import { Panel } from './settings-section'

const copy = settings.webhook.register

type Props = {
  register: () => Promise<ActionResult<unknown>>
  isRegistered: boolean
  onDone: () => void
}

/** Renders the button that registers the webhook of an account of this service. */
export function RegisterWebhook({ register, isRegistered, onDone }: Props) {
  const run = useMutation({
    mutationFn: async () => {
      const result = await register().catch(() => null)
      if (!result?.ok) throw new Error(result?.error.message ?? settings.noAnswer)
    },
    onSuccess: onDone,
  })
  return (
    <Panel className="flex flex-col gap-3 px-4 py-4 sm:px-5">
      {run.error ? (
        <Banner tone="danger" title={copy.failed} announce>
          {run.error.message}
        </Banner>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-pretty text-muted text-sm">
          {isRegistered ? copy.again : copy.lead}
        </p>
        <Button
          size="sm"
          variant={isRegistered ? 'secondary' : 'primary'}
          busy={run.isPending}
          busyLabel={copy.busy}
          onClick={() => run.mutate()}
        >
          {isRegistered ? copy.renew : copy.submit}
        </Button>
      </div>
    </Panel>
  )
}
