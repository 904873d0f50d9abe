import type { ReactNode } from 'react'
import { hostedCard } from '@/lib/messages/hosted-card'

type Props = {
  errorId?: string
  isLoading?: boolean
  children?: ReactNode
}

/** Renders the labeled place of the processor's card fields; its height is fixed until they have loaded. */
export function HostedCardPlace({ errorId, isLoading = true, children }: Props) {
  return (
    <fieldset aria-describedby={errorId} aria-busy={isLoading} className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{hostedCard.title}</legend>
      <div className={isLoading ? 'relative min-h-60' : 'relative'}>
        {children}
        {isLoading ? (
          <p className="absolute inset-0 flex items-center justify-center rounded-md border bg-sunken px-4 text-center text-muted text-sm">
            <span className="noscript:hidden">{hostedCard.loading}</span>
            <noscript>{hostedCard.noScripts}</noscript>
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
