'use client'

import { Button } from '@/components/ui/button'
import { settings } from '@/lib/messages/settings'
import { Panel } from './settings-section'

const copy = settings.webhook.register

/** Renders the button that registers the webhook of an account of this service. */
export function RegisterWebhook({ isRegistered, onOpen }: { isRegistered: boolean; onOpen: () => void }) {
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
      <p className="min-w-0 max-w-prose flex-1 basis-64 text-pretty text-muted text-sm">
        {isRegistered ? copy.again : copy.lead}
      </p>
      <Button size="sm" variant={isRegistered ? 'secondary' : 'primary'} onClick={onOpen}>
        {isRegistered ? copy.renew : copy.submit}
      </Button>
    </Panel>
  )
}
