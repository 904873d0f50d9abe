import { type ComponentProps, type ReactNode, useEffect, useId } from 'react'
import { FieldError } from '@/components/ui/field'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { HostedCardView } from './hosted-card'
import type { HostedCard, HostedCardSetup } from './open-card-fields'
import type { Prepared } from './payer-form'

const cardView = lazyModule(() => import('./hosted-card').then(({ HostedCardView }) => HostedCardView))

type ViewProps = ComponentProps<typeof HostedCardView>
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
  const View = useLazyModule(cardView)
  useEffect(() => {
    if (isWanted) cardView.preload()
  }, [isWanted])
  return (
    <div className="flex flex-col gap-1.5">
      {View ? <View {...props} errorId={errorId} /> : place}
      <input type="hidden" name="payment_method" />
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** Gives the card to the processor; reports that its fields have not loaded, and loads them, if they are missing. */
export async function prepareCard(card: HostedCard | null, form: HTMLFormElement): Promise<Prepared> {
  if (card) return card.prepare(form)
  cardView.preload()
  return { errors: [{ field: 'payment_method', code: 'loading' }] }
}
