import { EmptyState } from '@/components/ui/empty-state'
import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { developers } from '@/lib/messages/developers'
import { payouts as copy } from '@/lib/messages/payouts'

/** Renders the reason why a member cannot see an account's payouts. */
export function NoPayouts({ absence }: { absence: PanelAbsence }) {
  const { title, hint } =
    absence === 'elsewhere' ? { title: copy.elsewhere, hint: copy.elsewhereHint } : developers.absent[absence]
  return (
    <EmptyState kind="forbidden" title={title}>
      {hint}
    </EmptyState>
  )
}
