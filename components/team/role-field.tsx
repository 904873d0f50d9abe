import { type MemberRole, roles } from '@/lib/dashboard/schema/team'
import { shell } from '@/lib/messages/shell'
import { team as copy } from '@/lib/messages/team'

type Props = {
  value: MemberRole
  /** False for a member who may not appoint an owner. */
  mayMakeOwner: boolean
  onChange: (role: MemberRole) => void
}

/** Renders the roles that a member may assign, each with a description. */
export function RoleField({ value, mayMakeOwner, onChange }: Props) {
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
