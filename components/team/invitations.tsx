'use client'

import { Check, Clock, Link2, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { type Column, RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { deadline } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { TeamInvitation } from '@/lib/dashboard/schema/members'
import { common } from '@/lib/messages/common'
import { shell } from '@/lib/messages/shell'
import { team } from '@/lib/messages/team'
import type { TeamActions } from './team-dialogs'

const copy = team.invitations

const mailLooks = {
  NONE: { tone: 'neutral', Icon: Link2 },
  QUEUED: { tone: 'neutral', Icon: Clock },
  SENT: { tone: 'success', Icon: Check },
  SHOWN: { tone: 'neutral', Icon: Check },
  FAILED: { tone: 'danger', Icon: MailWarning },
} as const satisfies Record<TeamInvitation['mail'], { tone: Tone; Icon: unknown }>

type Props = {
  rows: readonly TeamInvitation[]
  acts: Pick<TeamActions, 'resend' | 'revoke'>
  hasMail: boolean
  onChanged: (message: string | null) => void
}

/** Renders the invitations that nobody has accepted yet. */
export function Invitations({ rows, acts, hasMail, onChanged }: Props) {
  const toast = useToast()
  const [busy, setBusy] = useState<string | null>(null)
  async function run(id: string, act: () => Promise<ActionResult<unknown>>, done: string, failed: string) {
    if (busy) return
    setBusy(id)
    const result = await act().catch(() => null)
    setBusy(null)
    if (!result?.ok) toast(failureToast(result, { what: failed }))
    onChanged(result?.ok ? done : null)
  }
  const again = hasMail ? copy.again : copy.renew
  const send = ({ id, email }: TeamInvitation) =>
    run(id, () => acts.resend({ id }), hasMail ? copy.sent(email) : copy.renewed(email), copy.sendFailed)
  const revoke = ({ id, email }: TeamInvitation) =>
    run(id, () => acts.revoke({ id }), copy.revoked(email), copy.revokeFailed)
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-3">
      <h2 id="invitations" className="text-lg">
        {copy.title}
      </h2>
      {rows.length === 0 ? (
        <p className="text-muted">{copy.none}</p>
      ) : (
        <RecordTable
          label={copy.title}
          rows={rows}
          rowProps={() => ({})}
          columns={[
            ...columns,
            {
              key: 'acts',
              label: <span className="sr-only">{copy.title}</span>,
              align: 'end',
              card: 'line',
              cell: (row) => (
                <span className="flex flex-wrap gap-2 pt-1.5 @2xl:flex-nowrap @2xl:justify-end @2xl:pt-0">
                  {row.url ? (
                    <CopyButton
                      size="sm"
                      value={row.url}
                      label={team.share.copy}
                      title={team.share.copyOf(row.email)}
                      copiedLabel={common.copied}
                      failedLabel={common.copyFailed}
                    />
                  ) : null}
                  {row.may_change ? (
                    <>
                      <Button
                        size="sm"
                        busy={busy === row.id}
                        aria-label={copy.ofEmail(again, row.email)}
                        onClick={() => send(row)}
                      >
                        {again}
                      </Button>
                      <Button size="sm" aria-label={copy.revokeOf(row.email)} onClick={() => revoke(row)}>
                        {copy.revoke}
                      </Button>
                    </>
                  ) : null}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

const columns: readonly Column<TeamInvitation>[] = [
  {
    key: 'email',
    label: copy.columns.email,
    className: '@2xl:w-[34%] @2xl:max-w-0 max-w-full',
    card: 'line',
    cell: ({ email, inviter }) => (
      <span className="flex flex-col">
        <bdi className="wrap-anywhere font-medium">{email}</bdi>
        {inviter ? <span className="wrap-anywhere text-muted text-sm">{copy.by(inviter)}</span> : null}
      </span>
    ),
  },
  { key: 'role', label: copy.columns.role, width: 'w-28', cell: ({ role }) => shell.roles[role] },
  {
    key: 'mail',
    label: copy.columns.mail,
    width: 'w-40',
    card: 'end',
    cell: mailState,
  },
  {
    key: 'until',
    label: copy.columns.until,
    from: '4xl',
    card: 'line',
    className: 'text-muted text-sm',
    cell: (row) => <Until of={row} />,
  },
]

function mailState({ mail, mail_problem }: TeamInvitation) {
  const { tone, Icon } = mailLooks[mail]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />} className="whitespace-normal">
      {mail === 'FAILED' && mail_problem ? copy.failed(mail_problem) : copy.mail[mail]}
    </Badge>
  )
}

function Until({ of: { expires_at, is_over } }: { of: TeamInvitation }) {
  const { timeZone } = useLocale()
  if (is_over) return copy.over
  return (
    <>
      <span className="@2xl:hidden">{copy.until} </span>
      {deadline(expires_at, timeZone)}
    </>
  )
}
