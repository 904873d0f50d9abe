'use client'

import { type RefObject, useState } from 'react'
import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
} from '@/app/(dashboard)/[account]/(panel)/settings/team/actions'
import { useAct } from '@/components/data/read'
import { PasswordDialog } from '@/components/step-up/password-dialog'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Invited, TeamMember } from '@/lib/dashboard/schema/members'
import { type MemberRole, roles } from '@/lib/dashboard/schema/role-permissions'
import { shell } from '@/lib/messages/shell'
import { team as copy } from '@/lib/messages/team'

/** Way of a new invitation's link: by mail, in the outbox of test mode, or shown to the member. */
export type LinkWay = 'mailed' | 'shown' | 'noMail'

export type AskedChange =
  | { act: 'invite' }
  | { act: 'role'; member: TeamMember }
  | { act: 'remove'; member: TeamMember }
  | { act: 'leave'; member: TeamMember }

type Props = {
  of: AskedChange
  team: string
  own: MemberRole
  link: LinkWay
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onChanged: (message: string | null) => void
  onLeft: () => void
  onClose: () => void
}

/** Renders the dialog of one change. A new invitation is followed by its link. */
export function TeamDialogs({ of, team, own, link, opener, onChanged, onLeft, onClose }: Props) {
  const invite = useAct(inviteMemberAction)
  const changeRole = useAct(changeRoleAction)
  const remove = useAct(removeMemberAction)
  const [role, setRole] = useState<MemberRole>(of.act === 'role' ? of.member.role : 'SUPPORT')
  const [invited, setInvited] = useState<Invited | null>(null)
  const shared = { opener, onClose, onUnknown: () => onChanged(null) }
  const roleField = <RoleField value={role} mayMakeOwner={own === 'OWNER'} onChange={setRole} />
  if (invited) return <InvitedDialog invited={invited} link={link} opener={opener} onClose={onClose} />
  if (of.act === 'invite') {
    return (
      <PasswordDialog
        {...shared}
        title={copy.invite.title}
        lead={copy.invite.lead}
        name={{ label: copy.invite.email, missing: copy.invite.emailMissing, type: 'email' }}
        submitLabel={copy.invite.submit}
        failed={copy.invite.failed}
        act={(stepUp, email) => invite({ email, role }, stepUp)}
        onDone={(data) => {
          setInvited(data)
          onChanged(null)
        }}
      >
        {roleField}
      </PasswordDialog>
    )
  }
  const { id, name } = of.member
  const done = (message: string) => () => {
    onChanged(message)
    onClose()
  }
  if (of.act === 'role') {
    return (
      <PasswordDialog
        {...shared}
        title={copy.change.title(name)}
        lead={copy.change.lead}
        name={null}
        submitLabel={copy.change.submit}
        failed={copy.change.failed}
        act={(stepUp) => changeRole({ user_id: id, role }, stepUp)}
        onDone={done(copy.change.done(name, shell.roles[role]))}
      >
        {roleField}
      </PasswordDialog>
    )
  }
  const isLeaving = of.act === 'leave'
  const text = isLeaving ? copy.leaving : copy.removal
  return (
    <PasswordDialog
      {...shared}
      title={text.title(isLeaving ? team : name)}
      lead={
        <>
          <p>{text.lead}</p>
          {isLeaving ? null : <p className="mt-2">{copy.removal.keeps}</p>}
        </>
      }
      name={null}
      submitLabel={text.submit}
      failed={text.failed}
      danger
      act={(stepUp) => remove({ user_id: id }, stepUp)}
      onDone={isLeaving ? onLeft : done(copy.removal.done(name))}
    />
  )
}

type InvitedProps = Pick<Props, 'link' | 'opener' | 'onClose'> & { invited: Invited }

function InvitedDialog({ invited: { email, url }, link, opener, onClose }: InvitedProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={copy.share.title(email)}
      description={copy.share[link]}
      opener={opener}
      footer={
        <>
          <Button variant={url === null ? 'primary' : 'secondary'} onClick={onClose}>
            {copy.share.done}
          </Button>
          {url === null ? null : <CopyButton variant="primary" value={url} label={copy.share.copy} />}
        </>
      }
    >
      {url === null ? null : (
        <Field label={copy.share.label}>
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      )}
    </Dialog>
  )
}

type RoleProps = {
  value: MemberRole
  /** False for a member who may not appoint an owner. */
  mayMakeOwner: boolean
  onChange: (role: MemberRole) => void
}

/** Renders the roles that a member may assign, each with a description. */
function RoleField({ value, mayMakeOwner, onChange }: RoleProps) {
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
              checked={role === value}
              onChange={() => onChange(role)}
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
