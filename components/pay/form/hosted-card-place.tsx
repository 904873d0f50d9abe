import type { ReactNode } from 'react'
import type { Translate } from '@/lib/messages/translator'

type Props = {
  t: Translate
  errorId?: string
  isLoading?: boolean
  children?: ReactNode
}

/** Renders the labeled place of the processor's card fields; its height is fixed until they have loaded. */
export function HostedCardPlace({ t, errorId, isLoading = true, children }: Props) {
  return (
    <fieldset aria-describedby={errorId} aria-busy={isLoading} className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{t('hosted-card.title')}</legend>
      <div className={isLoading ? 'relative min-h-60' : 'relative'}>
        {children}
        {isLoading ? (
          <p className="absolute inset-0 flex items-center justify-center rounded-md border bg-sunken px-4 text-center text-muted text-sm">
            <span className="noscript:hidden">{t('hosted-card.loading')}</span>
            <noscript>{t('hosted-card.noScripts')}</noscript>
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
