import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { developers } from '@/lib/messages/developers'

type Props = {
  absence: PanelAbsence
  /** True for a member who may connect the account again. */
  manages: boolean
}

/** Renders the reason why an account has no panel in `Developers`, with the action that fixes it. */
export function NoPanel({ absence, manages }: Props) {
  const { title, hint, action } = developers.absent[absence]
  const isElsewhere = absence !== 'disconnected' && absence !== 'key_refused'
  return (
    <>
      <PageHeader title={developers.title} />
      <EmptyState
        kind="forbidden"
        title={title}
        action={
          manages || isElsewhere ? (
            <Button asChild variant="primary">
              <PageLink href={isElsewhere ? '/settings/webhook' : '/settings#connections'}>{action}</PageLink>
            </Button>
          ) : undefined
        }
      >
        {hint}
        {manages || isElsewhere ? null : ` ${developers.askManager}`}
      </EmptyState>
    </>
  )
}
