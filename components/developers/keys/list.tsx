'use client'

import { Ban, Check, Clock, LayoutDashboard, Plus, TimerOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { type Column, RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { RowTime } from '@/components/time/date-time'
import { durationText } from '@/components/time/format-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Fold } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { isRollable, type ListedKey } from '@/lib/contract/panel/keys'
import { type ApiKeyState, apiKeyStateRules } from '@/lib/contract/states'
import { developerKeys as copy } from '@/lib/messages/developer-keys'

const keyDialogs = lazyModule(() => import('./dialogs'))

type Asked = 'create' | { act: 'roll' | 'revoke'; key: ListedKey }

/** Renders the account's API keys with the actions to create, roll and revoke one. */
export function KeysScreen() {
  const mayWrite = useCan('developers.write')
  const query = useRead('api-keys/list', {}, { staleTime: 0 })
  const [asked, setAsked] = useState<Asked | null>(null)
  const dialogs = useLazyModule(keyDialogs)
  const opener = useRef<HTMLElement>(null)
  const ask = async (change: Asked) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (await keyDialogs.loadOrNull()) setAsked(change)
  }
  const dialog = { opener, onClose: () => setAsked(null) }
  const keys = query.data?.data ?? []
  const usable = keys.filter(({ state }) => state === 'LIVE' || state === 'ENDING')
  const past = keys.filter((key) => !usable.includes(key))
  return (
    <>
      <DevelopersHeader
        current="keys"
        action={
          mayWrite ? (
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              onPointerEnter={keyDialogs.preload}
              onFocus={keyDialogs.preload}
              onClick={() => ask('create')}
            >
              {copy.create.open}
            </Button>
          ) : undefined
        }
      />
      {query.data ? (
        <div className="flex flex-col gap-4">
          <RecordTable label={copy.live} columns={columns(mayWrite ? ask : null)} rows={usable} />
          {past.length > 0 ? (
            <Fold summary={copy.past(past.length)}>
              <RecordTable label={copy.past(past.length)} columns={columns(null)} rows={past} />
            </Fold>
          ) : null}
        </div>
      ) : (
        <QueryFallback query={query} label={copy.loading} />
      )}
      {!asked || !dialogs ? null : asked === 'create' ? (
        <dialogs.CreateKey {...dialog} scopes={query.data?.scopes ?? []} />
      ) : asked.act === 'roll' ? (
        <dialogs.RollKey {...dialog} of={asked.key} />
      ) : (
        <dialogs.RevokeKey {...dialog} of={asked.key} />
      )}
    </>
  )
}

function columns(ask: Ask | null): readonly Column<ListedKey>[] {
  return [
    {
      key: 'name',
      label: copy.columns.name,
      className: '@2xl:w-[40%] @2xl:max-w-0 max-w-full',
      card: 'line',
      cell: ({ name, in_use }) => (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi title={name} className="wrap-anywhere min-w-0 font-medium">
            {name}
          </bdi>
          {in_use ? (
            <Badge tone="neutral" icon={<LayoutDashboard aria-hidden />}>
              {copy.inUse}
            </Badge>
          ) : null}
        </span>
      ),
    },
    {
      key: 'key',
      label: copy.columns.key,
      width: 'w-24',
      cell: ({ last4 }) => (
        <>
          <span aria-hidden className="whitespace-nowrap font-mono text-muted">
            ••{last4}
          </span>
          <span className="sr-only">{copy.endsSpoken(last4)}</span>
        </>
      ),
    },
    {
      key: 'state',
      label: copy.columns.state,
      width: 'w-32',
      card: 'end',
      cell: (key) => <KeyBadge of={key} />,
    },
    {
      key: 'scope',
      label: copy.columns.scope,
      width: 'w-40',
      from: '4xl',
      card: 'line',
      className: 'text-sm whitespace-nowrap',
      cell: ({ scope }) => copy.scope[scope],
    },
    {
      key: 'used',
      label: copy.columns.lastUsed,
      width: 'w-32',
      card: 'line',
      className: 'text-muted text-sm whitespace-nowrap',
      cell: ({ last_used_at: used }) => (used ? <Dated label={copy.used} iso={used} /> : copy.neverUsed),
    },
    {
      key: 'created',
      label: copy.columns.created,
      width: 'w-32',
      from: '4xl',
      card: 'line',
      className: 'text-muted text-sm whitespace-nowrap',
      cell: ({ created_at }) => <Dated label={copy.created} iso={created_at} />,
    },
    ...(ask ? [actsColumn(ask)] : []),
  ]
}

/** Renders a time, on a phone after its label. */
function Dated({ label, iso }: { label: string; iso: string }) {
  return (
    <>
      <span className="@2xl:hidden">{label} </span>
      <RowTime iso={iso} />
    </>
  )
}

type Ask = (change: Asked) => void

/** Returns the column of the actions. The key in use by the dashboard can be rolled only. */
function actsColumn(ask: Ask): Column<ListedKey> {
  return {
    key: 'acts',
    label: <span className="sr-only">{copy.live}</span>,
    align: 'end',
    card: 'line',
    cell: (key) => (
      <span className="mt-1.5 flex flex-wrap gap-2 @2xl:mt-0 @2xl:flex-nowrap @2xl:justify-end">
        {isRollable(key) ? (
          <Button
            size="sm"
            aria-label={copy.roll.of(key.name, key.last4)}
            onClick={() => ask({ act: 'roll', key })}
          >
            {copy.roll.open}
          </Button>
        ) : null}
        {key.in_use ? null : (
          <Button
            size="sm"
            aria-label={copy.revoke.of(key.name, key.last4)}
            onClick={() => ask({ act: 'revoke', key })}
          >
            {copy.revoke.open}
          </Button>
        )}
      </span>
    ),
  }
}

const icons = { LIVE: Check, ENDING: Clock, ENDED: TimerOff, REVOKED: Ban } as const satisfies Record<
  ApiKeyState,
  unknown
>

/** Renders a key's state, and the time left for a key with an expiry. */
function KeyBadge({ of: { state, expires_at } }: { of: ListedKey }) {
  const { now } = useLocale()
  const Icon = icons[state]
  return (
    <Badge tone={apiKeyStateRules[state].tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {state === 'ENDING' && expires_at
        ? copy.ends(durationText(Date.parse(expires_at) - now))
        : copy.state[state]}
    </Badge>
  )
}
