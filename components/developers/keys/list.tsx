'use client'

import { Ban, Check, Clock, Ellipsis, LayoutDashboard, Plus, TimerOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan, useRead } from '@/components/data/member'
import { DevelopersHeader } from '@/components/developers/developers-header'
import type { Column } from '@/components/list/columns'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem } from '@/components/ui/menu'
import { isRollable, isUsable, type ListedKey } from '@/lib/contract/panel/keys'
import { type ApiKeyState, apiKeyStateRules } from '@/lib/contract/states'
import type { KeyFilter } from '@/lib/dashboard/developers/filters'
import { keyTabs } from '@/lib/dashboard/developers/shape'
import type { Translate } from '@/lib/messages/translator'

const keyDialogs = lazyModule(() => import('./dialogs'))

type Asked = 'create' | { act: 'roll' | 'revoke'; key: ListedKey }

export function KeysScreen({ filter }: { filter: KeyFilter }) {
  const t = useTexts()
  const mayWrite = useCan('developers.write')
  const query = useRead('api-keys/list', filter, { staleTime: 0 })
  const [asked, setAsked] = useState<Asked | null>(null)
  const dialogs = useLazyModule(keyDialogs)
  const opener = useRef<HTMLElement>(null)
  const ask: Ask = async (change, from) => {
    opener.current = from
    if (await keyDialogs.loadOrNull()) setAsked(change)
  }
  const dialog = { opener, onClose: () => setAsked(null) }
  const create = mayWrite ? (
    <Button
      data-opens-form
      variant="primary"
      Icon={Plus}
      {...keyDialogs.intent}
      onClick={(event) => ask('create', event.currentTarget)}
    >
      {t('developer-keys.create.open')}
    </Button>
  ) : undefined
  return (
    <>
      <DevelopersHeader current="keys" action={create} />
      <ListScreen
        isNested
        path="/developers/keys"
        filter={filter}
        query={query}
        totals={query.data?.totals}
        statuses={keyTabs}
        columns={columns(t, mayWrite ? ask : null)}
        filters={[]}
        messages={useListMessages('developer-keys')}
      />
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

function columns(t: Translate, ask: Ask | null): readonly Column<ListedKey>[] {
  return [
    {
      key: 'name',
      label: t('developer-keys.columns.name'),
      className: '@2xl:w-[40%] @2xl:max-w-0 max-w-full',
      card: 'line',
      cell: ({ name, in_use }) => (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi title={name} className="wrap-anywhere min-w-0 font-medium">
            {name}
          </bdi>
          {in_use ? (
            <Badge tone="neutral" Icon={LayoutDashboard}>
              {t('developer-keys.inUse')}
            </Badge>
          ) : null}
        </span>
      ),
    },
    {
      key: 'key',
      label: t('developer-keys.columns.key'),
      width: 'w-24',
      cell: ({ last4 }) => (
        <>
          <span aria-hidden className="whitespace-nowrap font-mono text-muted">
            ••{last4}
          </span>
          <bdi className="sr-only">{t('developer-keys.endsSpoken', { last4 })}</bdi>
        </>
      ),
    },
    {
      key: 'status',
      label: t('developer-keys.columns.status'),
      width: 'w-32',
      card: 'end',
      cell: (key) => <KeyBadge of={key} />,
    },
    {
      key: 'scope',
      label: t('developer-keys.columns.scope'),
      width: 'w-40',
      from: '4xl',
      card: 'line',
      className: 'text-sm whitespace-nowrap',
      cell: ({ scope }) => (
        <>
          <span className="@2xl:hidden">{t('developer-keys.columns.scope')}: </span>
          {t(`developer-keys.scope.${scope}`)}
        </>
      ),
    },
    {
      key: 'used',
      label: t('developer-keys.columns.lastUsed'),
      width: 'w-32',
      card: 'line',
      className: 'text-muted text-sm whitespace-nowrap',
      cell: ({ last_used_at: used }) =>
        used ? <Dated label={t('developer-keys.used')} iso={used} /> : t('developer-keys.neverUsed'),
    },
    {
      key: 'created',
      label: t('developer-keys.columns.created'),
      width: 'w-32',
      from: '4xl',
      card: 'line',
      className: 'text-muted text-sm whitespace-nowrap',
      cell: ({ created_at }) => <Dated label={t('developer-keys.columns.created')} iso={created_at} />,
    },
    ...(ask ? [actsColumn(t, ask)] : []),
  ]
}

function Dated({ label, iso }: { label: string; iso: string }) {
  return (
    <>
      <span className="@2xl:hidden">{label} </span>
      <RowTime iso={iso} />
    </>
  )
}

type Ask = (change: Asked, from: HTMLElement | null) => void

function actsColumn(t: Translate, ask: Ask): Column<ListedKey> {
  return {
    key: 'acts',
    label: <span className="sr-only">{t('developer-keys.columns.actions')}</span>,
    align: 'end',
    card: 'line',
    cell: (key) => (
      <span className="flex justify-end">{isUsable(key) ? <KeyMenu of={key} ask={ask} /> : null}</span>
    ),
  }
}

/** Renders a key's menu. The dashboard's own key can't be revoked, and its menu shows the reason. */
function KeyMenu({ of: key, ask }: { of: ListedKey; ask: Ask }) {
  const button = useRef<HTMLButtonElement>(null)
  const t = useTexts()
  return (
    <Menu
      trigger={
        <Button
          ref={button}
          size="icon"
          variant="quiet"
          aria-label={t('developer-keys.more', { name: key.name, last4: key.last4 })}
          Icon={Ellipsis}
        />
      }
    >
      {isRollable(key) ? (
        <MenuItem onSelect={() => ask({ act: 'roll', key }, button.current)}>
          {t('developer-keys.roll.open')}
        </MenuItem>
      ) : null}
      {key.in_use ? (
        // The item stays focusable, so that a screen reader reads the reason.
        <MenuItem aria-disabled className="text-muted">
          <span className="py-1.5">
            {t('developer-keys.revoke.open')}{' '}
            <span className="block text-xs">{t('developer-keys.revoke.refused')}</span>
          </span>
        </MenuItem>
      ) : (
        <MenuItem danger onSelect={() => ask({ act: 'revoke', key }, button.current)}>
          {t('developer-keys.revoke.open')}
        </MenuItem>
      )}
    </Menu>
  )
}

const icons = { LIVE: Check, ENDING: Clock, ENDED: TimerOff, REVOKED: Ban } as const satisfies Record<
  ApiKeyState,
  unknown
>

function KeyBadge({ of: { state, expires_at } }: { of: ListedKey }) {
  const t = useTexts()
  const { durationText } = useTimes()
  const { now } = useLocale()
  return (
    <Badge tone={apiKeyStateRules[state].tone} Icon={icons[state]}>
      {state === 'ENDING' && expires_at
        ? t('developer-keys.ends', { inTime: durationText(Date.parse(expires_at) - now) })
        : t(`developer-keys.state.${state}`)}
    </Badge>
  )
}
