'use client'

import { ChevronsUpDown, Plus, Settings } from 'lucide-react'
import { useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { failedAct } from '@/components/data/failed-act'
import { Menu, MenuHeading, MenuItem, MenuRadio, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { shell } from '@/lib/messages/shell'
import { Mark } from './mark'
import { PageLink } from './page-link'

export type Team = {
  name: string
  /** What the person is in the team, in words. */
  role: string
  /** The accounts that the team has connected; those who may not switch are shown the one in use. */
  accounts: readonly { id: string; name: string; current: boolean }[]
  /** Null for those who may not switch. */
  choose: ((input: { connection_id: string }) => Promise<ActionResult<unknown>>) | null
}

/** The account that is shown, the team it belongs to, and the way to its others. */
export function TeamMenu({ team, accountName }: { team: Team; accountName: string }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const { choose } = team
  const current = team.accounts.find((account) => account.current)?.id ?? ''

  async function pick(id: string) {
    if (!choose || busy || id === current) return
    setBusy(true)
    const result = await choose({ connection_id: id }).catch(() => null)
    // A whole new page: everything on screen belongs to the account before.
    if (result?.ok) return window.location.assign('/')
    setBusy(false)
    toast({ about: 'switch', ...failedAct(result, { what: shell.switchFailed, retry: () => void pick(id) }) })
  }

  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-busy={busy || undefined}
          className="hit flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left font-semibold hover:bg-hover md:max-rail:justify-center md:max-rail:px-0"
        >
          <Mark className="size-6 shrink-0" />
          <span className="sr-only">{shell.teamMenu}</span>
          <bdi className="min-w-0 flex-1 truncate md:max-rail:sr-only" title={accountName}>
            {accountName}
          </bdi>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted md:max-rail:hidden" />
        </button>
      }
    >
      <MenuHeading>{shell.teamRole(team.name, team.role)}</MenuHeading>
      {choose && team.accounts.length > 0 ? (
        <MenuRadio
          value={current}
          options={team.accounts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={pick}
        />
      ) : null}
      <MenuSeparator />
      {choose ? (
        <MenuItem asChild>
          <PageLink href="/settings/connect">
            <Plus aria-hidden className="size-4 text-muted" />
            {shell.connectAccount}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem asChild>
        <PageLink href="/settings">
          <Settings aria-hidden className="size-4 text-muted" />
          {shell.settings}
        </PageLink>
      </MenuItem>
    </Menu>
  )
}
