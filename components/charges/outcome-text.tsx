import type { ReactNode } from 'react'
import { Banner, type BannerTone } from '@/components/ui/banner'
import { charges } from '@/lib/messages/charges'
import type { OutcomeCopy } from './outcome-copy'

type Props = { tone: BannerTone; copy: OutcomeCopy; requestId: string | null; children?: ReactNode }

/** Renders the texts of an outcome for a member on the phone: what happened, who can fix it, what to say. */
export function OutcomeText({ tone, copy, requestId, children }: Props) {
  const { outcome } = charges
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={tone} title={copy.title}>
        <p>{copy.what}</p>
      </Banner>
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-muted text-sm">{outcome.who}</dt>
          <dd className="text-pretty">{copy.who}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{outcome.say}</dt>
          <dd className="text-pretty">{copy.say}</dd>
        </div>
      </dl>
      {children}
      {requestId ? <p className="wrap-anywhere text-muted text-xs">{outcome.requestId(requestId)}</p> : null}
    </div>
  )
}
