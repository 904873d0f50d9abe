'use client'

import { useQueryClient } from '@tanstack/react-query'
import { LayoutDashboard, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { type Column, RecordTable } from '@/components/list/columns'
import { useAccount } from '@/components/navigation/use-go'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Fold } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ListedKey } from '@/lib/contract/panel/keys'
import { developerKeys as copy } from '@/lib/messages/developer-keys'
import { isRollable } from './is-rollable'
import { KeyBadge } from './key-badge'
import type { AskedChange } from './key-dialogs'

const dialogs = lazyModule(() => import('./key-dialogs').then(({ KeyDialogs }) => KeyDialogs))

type Props = {
  /** Scopes that the member may give to a key. */
  scopes: readonly KeyScope[]
}

/**
 * Renders the account's API keys with the actions to create, roll and revoke one.
 */
export function KeysScreen({ scopes }: Props) {
  const mayWrite = useCan('developers.write')
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const query = useRead('api-keys/list', {}, { staleTime: 0 })
  const [asked, setAsked] = useState<AskedChange | null>(null)
  const Dialogs = useLazyModule(dialogs)
  const opener = useRef<HTMLElement>(null)
  const ask = async (change: AskedChange) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (await dialogs.loadOrNull()) setAsked(change)
  }
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
              onPointerEnter={dialogs.preload}
              onFocus={dialogs.preload}
              onClick={() => ask({ act: 'create', scopes })}
            >
              {copy.create.open}
            </Button>
          ) : undefined
        }
      />
      {query.data ? (
        <div className="flex flex-col gap-4">
          <RecordTable label={copy.live} columns={columns(mayWrite ? ask : null, usable)} rows={usable} />
          {past.length > 0 ? (
            <Fold summary={copy.past(past.length)}>
              <RecordTable label={copy.past(past.length)} columns={columns(null, past)} rows={past} />
            </Fold>
          ) : null}
        </div>
      ) : (
        <QueryFallback query={query} label={copy.loading} />
      )}
      {asked && mayWrite && Dialogs ? (
        <Dialogs
          of={asked}
          opener={opener}
          onAsk={setAsked}
          onChanged={(message) => {
            if (message) toast({ message })
            void client.invalidateQueries({ queryKey: [account, 'api-keys'] })
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

function columns(ask: Ask | null, keys: readonly ListedKey[]): readonly Column<ListedKey>[] {
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
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          copy.neverUsed
        ) : (
          <>
            <span className="@2xl:hidden">{copy.used} </span>
            <RowTime iso={last_used_at} />
          </>
        ),
    },
    {
      key: 'created',
      label: copy.columns.created,
      width: 'w-32',
      from: '4xl',
      card: 'line',
      className: 'text-muted text-sm whitespace-nowrap',
      cell: ({ created_at }) => (
        <>
          <span className="@2xl:hidden">{copy.created} </span>
          <RowTime iso={created_at} />
        </>
      ),
    },
    ...(ask ? [actsColumn(ask, keys)] : []),
  ]
}

type Ask = (change: AskedChange) => void

function actsColumn(ask: Ask, keys: readonly ListedKey[]): Column<ListedKey> {
  const lasting = keys.filter(({ state }) => state === 'LIVE')

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
        <Button
          size="sm"
          aria-label={copy.revoke.of(key.name, key.last4)}
          onClick={() => ask({ act: 'revoke', key, isLast: lasting.every(({ id }) => id === key.id) })}
        >
          {copy.revoke.open}
        </Button>
      </span>
    ),
  }
}
