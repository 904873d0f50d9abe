import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { can, type MemberRole, type Permission, roles } from '@/lib/dashboard/schema/role-permissions'
import { shell } from '@/lib/messages/shell'
import { team } from '@/lib/messages/team'

const copy = team.matrix

/** Renders the permissions of each role as a table that scrolls in its own box if it is too wide. */
export function RoleMatrix({ own }: { own: MemberRole }) {
  return (
    <section
      aria-label={copy.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="relative -mx-4 overflow-x-auto border-t sm:-mx-5"
    >
      <table aria-label={copy.title} className="w-full border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 min-w-44 bg-surface px-4 py-2 font-medium text-muted text-xs"
            >
              {copy.permission}
            </th>
            {roles.map((role) => (
              <th
                key={role}
                scope="col"
                className={`whitespace-nowrap px-3 py-2 text-center font-medium text-xs ${role === own ? 'text-text' : 'text-muted'}`}
              >
                {shell.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownMatrix().map(({ title, rows }) => (
            <Fragment key={title}>
              <tr>
                <th
                  scope="colgroup"
                  colSpan={roles.length + 1}
                  className="border-border/70 border-t bg-canvas px-4 py-1.5 font-medium text-xs"
                >
                  <span className="sticky left-4">{title}</span>
                </th>
              </tr>
              {rows.map(({ permission, label, granted }) => (
                <tr key={permission}>
                  <th
                    scope="row"
                    className="sticky left-0 z-10 border-border/70 border-t bg-surface px-4 py-2 font-normal"
                  >
                    {label}
                  </th>
                  {roles.map((role) => (
                    <td key={role} className="border-border/70 border-t px-3 py-2 text-center">
                      {granted.includes(role) ? (
                        <Check aria-hidden className="mx-auto size-4 text-success" strokeWidth={2.5} />
                      ) : (
                        <span aria-hidden className="text-muted">
                          –
                        </span>
                      )}
                      <span className="sr-only">{granted.includes(role) ? copy.yes : copy.no}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Returns the permissions in their groups with the roles that have each, computed from `can`. */
export function shownMatrix() {
  return Object.values(copy.groups).map(({ title, permissions }) => ({
    title,
    rows: Object.entries(permissions).map(([permission, label]) => ({
      permission,
      label,
      // A test compares the labels with the permissions.
      granted: roles.filter((role) => can(role, permission as Permission)),
    })),
  }))
}
