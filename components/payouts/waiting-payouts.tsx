import { Clock3, TriangleAlert } from 'lucide-react'
import { Amount } from '@/components/money/amount'
import { Panel } from '@/components/settings/settings-section'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { payouts as copy } from '@/lib/messages/payouts'

export type WaitingPayout = {
  id: string
  /** Decimal text in major units. */
  amount: string
  currency: string
  problem: string | null
}

/** Renders the payouts that the bank has not sent yet, with their reasons. */
export function WaitingPayouts({ waiting }: { waiting: readonly WaitingPayout[] }) {
  if (waiting.length === 0)
    return (
      <EmptyState kind="none" title={copy.waiting.none}>
        {copy.waiting.noneHint}
      </EmptyState>
    )
  return (
    <Panel>
      <ul className="divide-y divide-border/70">
        {waiting.map(({ id, amount, currency, problem }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
            <Amount amount={Number(amount)} currency={currency} className="min-w-28 font-medium" />
            {problem === null ? (
              <Badge tone="neutral" icon={<Clock3 aria-hidden />}>
                {copy.waiting.pending}
              </Badge>
            ) : (
              <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
                {copy.waiting.held}
              </Badge>
            )}
            {problem === null ? null : (
              <span className="basis-full text-muted text-sm sm:basis-0 sm:grow sm:text-right">
                {problemText(problem)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function problemText(problem: string): string {
  const known: Readonly<Record<string, string>> = copy.problems
  return known[problem] ?? copy.problems.refused_by_bank
}
