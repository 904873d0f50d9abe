'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Ellipsis, Link2, MailWarning, ShieldCheck, ShieldOff, UserPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from '@/app/(dashboard)/[account]/(panel)/settings/team/actions'
import { failureToast } from '@/components/data/failure'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useAct, useRead } from '@/components/data/read'
import { type Column, RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { RowTime } from '@/components/time/date-time'
import { deadline } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Fold } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSubject } from '@/components/ui/menu'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { Invited, TeamInvitation, TeamMember } from '@/lib/dashboard/schema/members'
import { type MemberRole, roles } from '@/lib/dashboard/schema/role-permissions'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { team as copy, team } from '@/lib/messages/team'
import type { LinkWay } from './invited-dialog'
import { RefundLimit } from './refund-limit'

const invitedDialog = lazyModule(() => import('./invited-dialog').then((module) => module.InvitedDialog))

type Props = {
  team: string
  own: MemberRole
  link: LinkWay
  matrix: ReactNode
}

const MAIL_POLL_MS = 3_000

/** Renders the team's members, open invitations and the matrix of roles. */
export function TeamScreen({ team, own, link, matrix }: Props) {
  const manages = useCan('team.manage')
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const query = useRead(
    'team/detail',
    {},
    {
      // Live messages do not report changes of the team.
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.invitations?.some(({ mail }) => mail === 'QUEUED') ? MAIL_POLL_MS : false,
    },
  )
  const { ask, dialog, opener, preload } = useStepUpDialog()
  const invite = useAct(inviteMemberAction)
  const [invited, setInvited] = useState<Invited | null>(null)
  const InvitedDialog = useLazyModule(invitedDialog)
  const onChanged = (message: string | null) => {
    if (message) toast({ message })
    void client.invalidateQueries({ queryKey: [account, 'team'] })
  }
  async function askInvite() {
    if (!(await invitedDialog.loadOrNull())) return
    await ask({
      ...copy.invite,
      ...roleField('SUPPORT', own),
      name: { label: copy.invite.email, missing: copy.invite.emailMissing, type: 'email' },
      act: (stepUp, email, typed) => invite({ email, role: roleIn(typed) }, stepUp),
      onDone: (made) => {
        setInvited(made)
        onChanged(null)
      },
      onUnknown: () => onChanged(null),
    })
  }
  return (
    <>
      <PageHeader
        title={copy.title}
        back={{ href: '/settings', label: settings.title }}
        action={
          manages ? (
            <Button
              data-opens-form
              variant="primary"
              icon={<UserPlus aria-hidden className="size-4" />}
              onPointerEnter={preload}
              onFocus={preload}
              onClick={askInvite}
            >
              {copy.invite.open}
            </Button>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-8">
        <section aria-labelledby="members" className="flex flex-col gap-3">
          <h2 id="members" className="text-lg">
            {copy.members}
          </h2>
          {query.data ? (
            <RecordTable
              label={copy.members}
              columns={columns(manages, { team, own, onChanged, mustStay: isLastOwner(query.data.members) })}
              rows={query.data.members}
              rowProps={() => ({})}
            />
          ) : (
            <QueryFallback query={query} label={copy.loading} rows={3} />
          )}
        </section>
        {query.data?.invitations?.length ? (
          <Invitations rows={query.data.invitations} isMailed={link === 'mailed'} onChanged={onChanged} />
        ) : null}
        {query.data?.support_refunds ? (
          <RefundLimit limit={query.data.support_refunds.limit} onChanged={onChanged} />
        ) : null}
        <Fold id="roles" summary={copy.matrix.title}>
          {matrix}
        </Fold>
      </div>
      {dialog}
      {invited && InvitedDialog ? (
        <InvitedDialog invited={invited} link={link} opener={opener} onClose={() => setInvited(null)} />
      ) : null}
    </>
  )
}

/** Returns whether the current member is the only owner, who cannot leave. */
function isLastOwner(members: readonly TeamMember[]): boolean {
  const owners = members.filter(({ role }) => role === 'OWNER')
  return owners.length === 1 && owners.some(({ is_you }) => is_you)
}

function columns(manages: boolean, shared: Omit<ActsProps, 'member'>): readonly Column<TeamMember>[] {
  return [
    {
      key: 'name',
      label: copy.columns.name,
      className: '@2xl:w-[40%] @2xl:max-w-0 max-w-full',
      card: 'line',
      cell: ({ name, email, is_you }) => (
        <span className="flex flex-col">
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi className="wrap-anywhere min-w-0 font-medium">{name}</bdi>
            {is_you ? <Badge tone="neutral">{copy.you}</Badge> : null}
          </span>
          <bdi className="wrap-anywhere text-muted text-sm">{email}</bdi>
        </span>
      ),
    },
    { key: 'role', label: copy.columns.role, width: 'w-28', cell: ({ role }) => shell.roles[role] },
    ...(manages ? managed : []),
    { ...timeColumn('since', ({ since }) => since), from: '4xl', card: 'end' },
    {
      key: 'acts',
      label: <span className="sr-only">{copy.members}</span>,
      align: 'end',
      card: 'line',
      className: 'absolute top-1 right-1 @2xl:relative @2xl:inset-auto',
      cell: (member) => <MemberActs member={member} {...shared} />,
    },
  ]
}

const managed: readonly Column<TeamMember>[] = [
  {
    key: 'two-step',
    label: copy.columns.twoStep,
    width: 'w-48',
    card: 'line',
    cell: (member) => <TwoStep member={member} />,
  },
  timeColumn('seen', ({ last_seen_at }) => last_seen_at),
]

function TwoStep({ member: { two_step, is_you, email } }: { member: TeamMember }) {
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(copy.twoStepSubject)}`
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-muted text-sm @2xl:hidden">{copy.columns.twoStep}</span>
      <Badge
        tone={two_step ? 'success' : 'warning'}
        icon={two_step ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
      >
        {two_step ? copy.twoStepOn : copy.twoStepOff}
      </Badge>
      {two_step ? null : (
        <TextLink className="text-sm">
          {is_you ? (
            <PageLink href="/settings/security">{copy.turnOn}</PageLink>
          ) : (
            <a href={mail} aria-label={copy.remindOf(email)}>
              {copy.remind}
            </a>
          )}
        </TextLink>
      )}
    </span>
  )
}

function timeColumn(
  key: 'since' | 'seen',
  timeOf: (member: TeamMember) => string | null,
): Column<TeamMember> {
  return {
    key,
    label: copy.columns[key],
    width: 'w-32',
    className: 'text-muted text-sm whitespace-nowrap',
    cell: (member) => {
      const time = timeOf(member)
      if (time === null) return copy.neverSeen
      return (
        <>
          <span className="@2xl:hidden">{copy[key]} </span>
          <RowTime iso={time} />
        </>
      )
    },
  }
}

type ActsProps = {
  member: TeamMember
  team: string
  own: MemberRole
  /** True for the last owner, who cannot leave. */
  mustStay: boolean
  onChanged: (message: string | null) => void
}

function MemberActs({ member, team, own, mustStay, onChanged }: ActsProps) {
  const { id, name, role, is_you, may_change } = member
  const changeRole = useAct(changeRoleAction)
  const remove = useAct(removeMemberAction)
  const { ask, dialog } = useStepUpDialog()
  const button = useRef<HTMLButtonElement>(null)
  const mayLeave = is_you && !mustStay
  if (!mayLeave && !may_change) return null
  const onUnknown = () => onChanged(null)
  const ending = { danger: true, act: (stepUp: StepUp) => remove({ user_id: id }, stepUp), onUnknown }
  const askRole = () =>
    ask(
      {
        ...copy.change,
        ...roleField(role, own),
        title: copy.change.title(name),
        act: (stepUp, _, typed) => changeRole({ user_id: id, role: roleIn(typed) }, stepUp),
        onDone: (_, typed) => onChanged(copy.change.done(name, shell.roles[roleIn(typed)])),
        onUnknown,
      },
      button.current,
    )
  const askRemoval = () =>
    ask(
      {
        ...copy.removal,
        ...ending,
        title: copy.removal.title(name),
        onDone: () => onChanged(copy.removal.done(name)),
      },
      button.current,
    )
  const askLeave = () =>
    ask(
      {
        ...copy.leaving,
        ...ending,
        title: copy.leaving.title(team),
        // A full page load: the member has lost access to everything on the screen.
        onDone: () => window.location.assign('/'),
      },
      button.current,
    )
  return (
    <>
      <MoreMenu of={name} button={button}>
        {may_change ? (
          <>
            <MenuItem onSelect={askRole}>{copy.change.submit}</MenuItem>
            <MenuItem danger onSelect={askRemoval}>
              {copy.remove}
            </MenuItem>
          </>
        ) : null}
        {mayLeave ? (
          <MenuItem danger onSelect={askLeave}>
            {copy.leave}
          </MenuItem>
        ) : null}
      </MoreMenu>
      {dialog}
    </>
  )
}

type MoreProps = { of: string; button?: RefObject<HTMLButtonElement | null>; children: ReactNode }

function MoreMenu({ of, button, children }: MoreProps) {
  return (
    <Menu
      trigger={
        <Button ref={button} size="icon" variant="quiet" aria-label={copy.moreOf(of)}>
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      <MenuSubject>{of}</MenuSubject>
      {children}
    </Menu>
  )
}

/** Returns the field of a dialog for a member's role; the value is `typed.role`. */
function roleField(initial: MemberRole, own: MemberRole) {
  return { fields: ['role'], children: <RoleField initial={initial} mayMakeOwner={own === 'OWNER'} /> }
}

// The values are those of the radio buttons.
const roleIn = (typed: Readonly<Record<string, string>>) => typed.role as MemberRole

type RoleProps = {
  initial: MemberRole
  /** False for a member who may not appoint an owner. */
  mayMakeOwner: boolean
}

function RoleField({ initial, mayMakeOwner }: RoleProps) {
  const offered = roles.filter((role) => mayMakeOwner || role !== 'OWNER')
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 font-medium text-sm">{copy.role}</legend>
      <div className="divide-y divide-border rounded-md border border-border">
        {offered.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-1.5 first:rounded-t-md last:rounded-b-md hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === initial}
              className="mt-1 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{shell.roles[role]}</span>
              <span className="block text-muted text-xs">{copy.roleHints[role]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const invitations = team.invitations

const mailLooks = {
  NONE: { tone: 'neutral', Icon: Link2 },
  QUEUED: { tone: 'neutral', Icon: Clock },
  SENT: { tone: 'success', Icon: Check },
  SHOWN: { tone: 'neutral', Icon: Check },
  FAILED: { tone: 'danger', Icon: MailWarning },
} as const satisfies Record<TeamInvitation['mail'], { tone: Tone; Icon: unknown }>

type InvitationsProps = {
  rows: readonly TeamInvitation[]
  isMailed: boolean
  onChanged: (message: string | null) => void
}

function Invitations({ rows, isMailed, onChanged }: InvitationsProps) {
  const resend = useAct(resendInvitationAction)
  const revokeNow = useAct(revokeInvitationAction)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<ActionResult<unknown> | null>, done: string, failed: string) {
    if (busy) return
    setBusy(true)
    const result = await act()
    setBusy(false)
    if (!result?.ok) toast(failureToast(result, { what: failed }))
    onChanged(result?.ok ? done : null)
  }
  const again = isMailed ? invitations.again : invitations.renew
  const send = ({ id, email }: TeamInvitation) =>
    run(
      () => resend({ id }),
      isMailed ? invitations.sent(email) : invitations.renewed(email),
      invitations.sendFailed,
    )
  const revoke = ({ id, email }: TeamInvitation) =>
    run(() => revokeNow({ id }), invitations.revoked(email), invitations.revokeFailed)
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-3">
      <h2 id="invitations" className="text-lg">
        {invitations.title}
      </h2>
      <RecordTable
        label={invitations.title}
        rows={rows}
        rowProps={() => ({})}
        columns={[
          ...invitationColumns,
          {
            key: 'acts',
            label: <span className="sr-only">{invitations.title}</span>,
            align: 'end',
            card: 'line',
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2 pt-1.5 @2xl:flex-nowrap @2xl:justify-end @2xl:pt-0">
                {row.url ? (
                  <CopyButton
                    size="sm"
                    value={row.url}
                    label={team.share.copy}
                    title={team.share.copyOf(row.email)}
                  />
                ) : null}
                {row.may_change ? (
                  <MoreMenu of={row.email}>
                    <MenuItem disabled={busy} onSelect={() => send(row)}>
                      {again}
                    </MenuItem>
                    <MenuItem danger disabled={busy} onSelect={() => revoke(row)}>
                      {invitations.revoke}
                    </MenuItem>
                  </MoreMenu>
                ) : null}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

const invitationColumns: readonly Column<TeamInvitation>[] = [
  {
    key: 'email',
    label: invitations.columns.email,
    className: '@2xl:w-[34%] @2xl:max-w-0 max-w-full',
    card: 'line',
    cell: ({ email, inviter }) => (
      <span className="flex flex-col">
        <bdi className="wrap-anywhere font-medium">{email}</bdi>
        {inviter ? <span className="wrap-anywhere text-muted text-sm">{invitations.by(inviter)}</span> : null}
      </span>
    ),
  },
  { key: 'role', label: invitations.columns.role, width: 'w-28', cell: ({ role }) => shell.roles[role] },
  {
    key: 'mail',
    label: invitations.columns.mail,
    width: 'w-40',
    card: 'end',
    cell: mailState,
  },
  {
    key: 'until',
    label: invitations.columns.until,
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
      {mail === 'FAILED' && mail_problem ? invitations.failed(mail_problem) : invitations.mail[mail]}
    </Badge>
  )
}

function Until({ of: { expires_at, is_over } }: { of: TeamInvitation }) {
  const { timeZone } = useLocale()
  if (is_over) return invitations.over
  return (
    <>
      <span className="@2xl:hidden">{invitations.until} </span>
      {deadline(expires_at, timeZone)}
    </>
  )
}
