'use client'

import { Check, Clock, Ellipsis, Link2, MailWarning, ShieldCheck, ShieldOff, UserPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from '@/app/(dashboard)/[account]/(panel)/settings/team/actions'
import { useAct, useCan, useRead, useRenew } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { usePress } from '@/components/data/use-press'
import { type Column, RecordTable } from '@/components/list/columns'
import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Fold } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSubject } from '@/components/ui/menu'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import { type MemberRole, roles } from '@/lib/dashboard/role-permissions'
import type { Invited, TeamInvitation } from '@/lib/dashboard/team/invitations'
import type { TeamMember } from '@/lib/dashboard/team/members'
import type { StepUp } from '@/lib/dashboard/team/step-up'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import type { Translate } from '@/lib/messages/translator'
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

export function TeamScreen({ team, own, link, matrix }: Props) {
  const t = useTexts()
  const manages = useCan('team.manage')
  const renew = useRenew('team')
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
  const { ask, dialog, opener, intent } = useStepUpDialog()
  const invite = useAct(inviteMemberAction)
  const [invited, setInvited] = useState<Invited | null>(null)
  const InvitedDialog = useLazyModule(invitedDialog)
  const onChanged = (message: string | null) => {
    if (message) toast({ message })
    void renew()
  }
  async function askInvite() {
    if (!(await invitedDialog.loadOrNull())) return
    await ask({
      title: t('team.invite.title'),
      lead: t('team.invite.lead'),
      submit: t('team.invite.submit'),
      failed: t('team.invite.failed'),
      ...roleField('SUPPORT', own),
      name: { label: t('team.invite.email'), missing: t('team.invite.emailMissing'), type: 'email' },
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
        title={t('team.title')}
        back={{ href: '/settings', label: t('settings.title') }}
        action={
          manages ? (
            <Button data-opens-form variant="primary" Icon={UserPlus} {...intent} onClick={askInvite}>
              {t('team.invite.open')}
            </Button>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-8">
        <section aria-labelledby="members" className="flex flex-col gap-3">
          <h2 id="members" className="text-lg">
            {t('team.members')}
          </h2>
          {query.data ? (
            <RecordTable
              label={t('team.members')}
              columns={columns(t, manages, {
                team,
                own,
                onChanged,
                mustStay: isLastOwner(query.data.members),
              })}
              rows={query.data.members}
              rowProps={() => ({})}
            />
          ) : (
            <QueryFallback query={query} label={t('team.loading')} rows={3} />
          )}
        </section>
        {query.data?.invitations?.length ? (
          <Invitations rows={query.data.invitations} isMailed={link === 'mailed'} onChanged={onChanged} />
        ) : null}
        {query.data?.support_refunds ? (
          <RefundLimit limit={query.data.support_refunds.limit} onChanged={onChanged} />
        ) : null}
        <Fold id="roles" summary={t('team.roles')}>
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

function columns(
  t: Translate,
  manages: boolean,
  shared: Omit<ActsProps, 'member'>,
): readonly Column<TeamMember>[] {
  return [
    {
      key: 'name',
      label: t('team.columns.name'),
      className: '@2xl:w-[40%] @2xl:max-w-0 max-w-full',
      card: 'line',
      cell: ({ name, email, is_you }) => (
        <span className="flex flex-col">
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi className="wrap-anywhere min-w-0 font-medium">{name}</bdi>
            {is_you ? <Badge tone="neutral">{t('team.you')}</Badge> : null}
          </span>
          <bdi className="wrap-anywhere text-muted text-sm">{email}</bdi>
        </span>
      ),
    },
    {
      key: 'role',
      label: t('team.columns.role'),
      width: 'w-28',
      cell: ({ role }) => t(`shell.roles.${role}`),
    },
    ...(manages ? managed(t) : []),
    { ...timeColumn(t, 'since', ({ since }) => since), from: '4xl', card: 'end' },
    {
      key: 'acts',
      label: <span className="sr-only">{t('team.members')}</span>,
      align: 'end',
      card: 'line',
      className: 'absolute top-1 right-1 @2xl:relative @2xl:inset-auto',
      cell: (member) => <MemberActs member={member} {...shared} />,
    },
  ]
}

function managed(t: Translate): readonly Column<TeamMember>[] {
  return [
    {
      key: 'two-step',
      label: t('team.columns.twoStep'),
      width: 'w-48',
      card: 'line',
      cell: (member) => <TwoStep member={member} />,
    },
    timeColumn(t, 'seen', ({ last_seen_at }) => last_seen_at),
  ]
}

function TwoStep({ member: { two_step, is_you, email } }: { member: TeamMember }) {
  const t = useTexts()
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(t('team.twoStepSubject'))}`
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-muted text-sm @2xl:hidden">{t('team.columns.twoStep')}</span>
      <Badge tone={two_step ? 'success' : 'warning'} Icon={two_step ? ShieldCheck : ShieldOff}>
        {t(two_step ? 'team.twoStepOn' : 'team.twoStepOff')}
      </Badge>
      {two_step ? null : (
        <TextLink className="text-sm">
          {is_you ? (
            <PageLink href="/settings/security">{t('team.turnOn')}</PageLink>
          ) : (
            <a href={mail} aria-label={t('team.remindOf', { email })}>
              {t('team.remind')}
            </a>
          )}
        </TextLink>
      )}
    </span>
  )
}

function timeColumn(
  t: Translate,
  key: 'since' | 'seen',
  timeOf: (member: TeamMember) => string | null,
): Column<TeamMember> {
  return {
    key,
    label: t(`team.columns.${key}`),
    width: 'w-32',
    className: 'text-muted text-sm @2xl:whitespace-nowrap',
    cell: (member) => {
      const time = timeOf(member)
      if (time === null) return t('team.neverSeen')
      return (
        <>
          <span className="@2xl:hidden">{t(`team.${key}`)} </span>
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
  const t = useTexts()
  const { id, name, role, is_you, may_change } = member
  const changeRole = useAct(changeRoleAction)
  const remove = useAct(removeMemberAction)
  const { ask, dialog } = useStepUpDialog()
  const button = useRef<HTMLButtonElement>(null)
  const mayLeave = is_you && !mustStay
  if (!mayLeave && !may_change) return null
  const onUnknown = () => onChanged(null)
  const ending = { danger: true, act: (stepUp: StepUp) => remove({ user_id: id }, stepUp), onUnknown }
  const textsOf = (dialog: 'change' | 'removal' | 'leaving', of: string) => ({
    title: t(`team.${dialog}.title`, { name: of }),
    lead: t(`team.${dialog}.lead`),
    submit: t(`team.${dialog}.submit`),
    failed: t(`team.${dialog}.failed`),
  })
  const askRole = () =>
    ask(
      {
        ...textsOf('change', name),
        ...roleField(role, own),
        act: (stepUp, _, typed) => changeRole({ user_id: id, role: roleIn(typed) }, stepUp),
        onDone: (_, typed) =>
          onChanged(t('team.change.done', { name, role: t(`shell.roles.${roleIn(typed)}`) })),
        onUnknown,
      },
      button.current,
    )
  const askRemoval = () =>
    ask(
      {
        ...textsOf('removal', name),
        ...ending,
        onDone: () => onChanged(t('team.removal.done', { name })),
      },
      button.current,
    )
  const askLeave = () =>
    ask(
      {
        ...textsOf('leaving', team),
        ...ending,
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
            <MenuItem onSelect={askRole}>{t('team.change.submit')}</MenuItem>
            <MenuItem danger onSelect={askRemoval}>
              {t('team.remove')}
            </MenuItem>
          </>
        ) : null}
        {mayLeave ? (
          <MenuItem danger onSelect={askLeave}>
            {t('team.leave')}
          </MenuItem>
        ) : null}
      </MoreMenu>
      {dialog}
    </>
  )
}

type MoreProps = { of: string; button?: RefObject<HTMLButtonElement | null>; children: ReactNode }

function MoreMenu({ of, button, children }: MoreProps) {
  const t = useTexts()
  return (
    <Menu
      trigger={
        <Button
          ref={button}
          size="icon"
          variant="quiet"
          aria-label={t('team.moreOf', { name: of })}
          Icon={Ellipsis}
        />
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
  const t = useTexts()
  const offered = roles.filter((role) => mayMakeOwner || role !== 'OWNER')
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 font-medium text-sm">{t('team.role')}</legend>
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
              <span className="block font-medium text-sm">{t(`shell.roles.${role}`)}</span>
              <span className="block text-muted text-xs">{t(`team.roleHints.${role}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

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
  const t = useTexts()
  const resend = useAct(resendInvitationAction)
  const revokeNow = useAct(revokeInvitationAction)
  const { busy, press } = usePress()
  const run = async (act: () => Promise<ActionResult<object> | null>, done: string, what: string) =>
    onChanged((await press(act, { what })) && done)
  const again = t(isMailed ? 'team.invitations.again' : 'team.invitations.renew')
  const send = ({ id, email }: TeamInvitation) =>
    run(
      () => resend({ id }),
      t(isMailed ? 'team.invitations.sent' : 'team.invitations.renewed', { email }),
      t('team.invitations.sendFailed'),
    )
  const revoke = ({ id, email }: TeamInvitation) =>
    run(() => revokeNow({ id }), t('team.invitations.revoked', { email }), t('team.invitations.revokeFailed'))
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-3">
      <h2 id="invitations" className="text-lg">
        {t('team.invitations.title')}
      </h2>
      <RecordTable
        label={t('team.invitations.title')}
        rows={rows}
        rowProps={() => ({})}
        columns={[
          ...invitationColumns(t),
          {
            key: 'acts',
            label: <span className="sr-only">{t('team.invitations.title')}</span>,
            align: 'end',
            card: 'line',
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2 pt-1.5 @2xl:flex-nowrap @2xl:justify-end @2xl:pt-0">
                {row.url ? (
                  <CopyButton
                    size="sm"
                    value={row.url}
                    label={t('team.share.copy')}
                    title={t('team.share.copyOf', { email: row.email })}
                  />
                ) : null}
                {row.may_change ? (
                  <MoreMenu of={row.email}>
                    <MenuItem disabled={busy} onSelect={() => send(row)}>
                      {again}
                    </MenuItem>
                    <MenuItem danger disabled={busy} onSelect={() => revoke(row)}>
                      {t('team.invitations.revoke')}
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

function invitationColumns(t: Translate): readonly Column<TeamInvitation>[] {
  return [
    {
      key: 'email',
      label: t('team.invitations.columns.email'),
      className: '@2xl:w-[34%] @2xl:max-w-0 max-w-full',
      card: 'line',
      cell: ({ email, inviter }) => (
        <span className="flex flex-col">
          <bdi className="wrap-anywhere font-medium">{email}</bdi>
          {inviter ? (
            <span className="wrap-anywhere text-muted text-sm">
              {t('team.invitations.by', { name: inviter })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'role',
      label: t('team.invitations.columns.role'),
      width: 'w-28',
      cell: ({ role }) => t(`shell.roles.${role}`),
    },
    {
      key: 'mail',
      label: t('team.invitations.columns.mail'),
      width: 'w-40',
      card: 'end',
      cell: (row) => mailState(t, row),
    },
    {
      key: 'until',
      label: t('team.invitations.columns.until'),
      from: '4xl',
      card: 'line',
      className: 'text-muted text-sm',
      cell: (row) => <Until of={row} />,
    },
  ]
}

function mailState(t: Translate, { mail, mail_problem: problem }: TeamInvitation) {
  return (
    <Badge {...mailLooks[mail]} className="whitespace-normal">
      {mail === 'FAILED' && problem
        ? t('team.invitations.failed', { problem })
        : t(`team.invitations.mail.${mail}`)}
    </Badge>
  )
}

function Until({ of: { expires_at, is_over } }: { of: TeamInvitation }) {
  const t = useTexts()
  const { deadline } = useTimes()
  if (is_over) return t('team.invitations.over')
  return (
    <>
      <span className="@2xl:hidden">{t('team.invitations.until')} </span>
      {deadline(expires_at)}
    </>
  )
}
