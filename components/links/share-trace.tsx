import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { links } from '@/lib/messages/links'
import type { ShareTrace } from './link-shapes'

const words = links.trace

/** What the team did with a link's address. It never says that anything arrived. */
export function ShareTraceCard({ shares }: { shares: readonly ShareTrace[] }) {
  return (
    <Card title={words.title}>
      {shares.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <>
          <ol aria-label={words.title} className="flex flex-col">
            {shares.map(({ id, channel, user, created_at }) => (
              <li
                key={id}
                className="flex flex-wrap items-baseline justify-between gap-x-3 border-border/70 border-t py-2 first:border-t-0"
              >
                <span>
                  {words.channel[channel]}{' '}
                  {user ? <span className="text-muted text-sm">{words.by(user.name)}</span> : null}
                </span>
                <span className="text-muted text-sm">
                  <DateTime iso={created_at} />
                </span>
              </li>
            ))}
          </ol>
          <p className="mt-2 text-muted text-xs">{words.hint}</p>
        </>
      )}
    </Card>
  )
}
