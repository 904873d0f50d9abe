import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { HostedCardPlace } from './hosted-card-place'
import { type HostedCard, type HostedCardSetup, openCardFields } from './open-card-fields'

type Props = {
  setup: HostedCardSetup
  /** Set while the fields can be filled in. */
  card: RefObject<HostedCard | null>
  /** Removes the error of the card. */
  forget: () => void
  errorId: string
}

export function HostedCardView({ setup, card, forget, errorId }: Props) {
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ setup, forget, t })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    latest.current = { setup, forget, t }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the fields anew
  useEffect(() => {
    if (!place.current) return
    const over = new AbortController()
    const { signal } = over
    const changed = () => latest.current.forget()
    openCardFields(place.current, { ...latest.current.setup, t: latest.current.t, changed, signal }).then(
      (opened) => {
        if (signal.aborted) return
        card.current = opened
        // The error may be that the fields had not loaded.
        changed()
        setState('ready')
      },
      () => {
        if (!signal.aborted) setState('failed')
      },
    )
    return () => {
      card.current = null
      over.abort()
    }
  }, [attempt, card])

  function retry() {
    setState('loading')
    setAttempt((before) => before + 1)
  }

  return (
    <HostedCardPlace t={t} errorId={errorId} isLoading={state === 'loading'}>
      {state === 'failed' ? (
        <Banner
          tone="warning"
          title={t('hosted-card.failedTitle')}
          announce
          action={<Button onClick={retry}>{t('hosted-card.retry')}</Button>}
        >
          {t('hosted-card.failed')}
        </Banner>
      ) : null}
      {/* A frame whose scheme differs from its element’s gets an opaque background. */}
      <div ref={place} className="[color-scheme:light]" />
    </HostedCardPlace>
  )
}
