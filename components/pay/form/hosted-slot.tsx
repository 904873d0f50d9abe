'use client'

import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { FieldError } from '@/components/ui/field'
import type { HostedCardView } from './hosted-card'
import type { HostedCard, HostedCardSetup } from './open-card-fields'
import type { Prepared } from './payer-form'

type ViewProps = ComponentProps<typeof HostedCardView>
/** Card fields of the processor on one page. */
export type Hosted = {
  setup: HostedCardSetup
  /** Stands where the fields will be. */
  place: ReactNode
}

type Props = Hosted &
  Omit<ViewProps, 'errorId'> & {
    error: string | undefined
    /** False while the part of the page that has the fields is closed: they are not loaded yet. */
    isWanted?: boolean
  }

/** Renders the processor's card fields in place of ours. They are loaded after the page, which pages without them never do. */
export function HostedSlot({ place, error, isWanted = true, ...props }: Props) {
  const errorId = useId()
  const [View, setView] = useState<ComponentType<ViewProps> | null>(null)
  useEffect(() => {
    if (!isWanted) return
    // Without the module the button reports that the fields have not loaded.
    import('./hosted-card').then(({ HostedCardView }) => setView(() => HostedCardView), reportError)
  }, [isWanted])
  return (
    <div className="flex flex-col gap-1.5">
      {View ? <View {...props} errorId={errorId} /> : place}
      <input type="hidden" name="payment_method" />
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** Gives the card to the processor, if its fields have loaded. */
export async function prepareCard(card: HostedCard | null, form: HTMLFormElement): Promise<Prepared> {
  return card?.prepare(form) ?? { errors: [{ field: 'payment_method', code: 'loading' }] }
}
