import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { can, type MemberRole, type Permission, roles } from '@/lib/dashboard/role-permissions'
import type { Translate } from '@/lib/messages/translator'

/** Renders the permissions of each role as a table that scrolls in its own box if it is too wide. */
export function RoleMatrix({ own, t }: { own: MemberRole; t: Translate }) {
  return (
    <section
      aria-label={t('role-matrix.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="relative -mx-4 overflow-x-auto border-t sm:-mx-5"
    >
      <table
        aria-label={t('role-matrix.title')}
        className="w-full border-separate border-spacing-0 text-left text-sm"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 min-w-44 bg-surface px-4 py-2 font-medium text-muted text-xs"
            >
              {t('role-matrix.permission')}
            </th>
            {roles.map((role) => (
              <th
                key={role}
                scope="col"
                className={`whitespace-nowrap px-3 py-2 text-center font-medium text-xs ${role === own ? 'text-text' : 'text-muted'}`}
              >
                {t(`shell.roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownMatrix.map(({ group, rows }) => (
            <Fragment key={group}>
              <tr>
                <th
                  scope="colgroup"
                  colSpan={roles.length + 1}
                  className="border-border/70 border-t bg-canvas px-4 py-1.5 font-medium text-xs"
                >
                  <span className="sticky left-4">{t(`role-matrix.groups.${group}`)}</span>
                </th>
              </tr>
              {rows.map(({ permission, granted }) => (
                <tr key={permission}>
                  <th
                    scope="row"
                    className="sticky left-0 z-10 border-border/70 border-t bg-surface px-4 py-2 font-normal"
                  >
                    {t(`role-matrix.permissions.${permission}`)}
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
                      <span className="sr-only">
                        {t(granted.includes(role) ? 'role-matrix.yes' : 'role-matrix.no')}
                      </span>
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

/** Permissions in their groups; a test compares them with all permissions. */
const groups = {
  money: [
    'payments.read',
    'payments.export',
    'receipts.send',
    'refunds.create',
    'refunds.limit',
    'disputes.respond',
    'balance.read',
    'settlements.export',
  ],
  links: ['links.read', 'links.create', 'links.cancel', 'charges.read', 'charges.create', 'charges.give_up'],
  customers: ['customers.read', 'customers.write', 'customers.export', 'contacts.read', 'contacts.reveal'],
  developers: ['developers.read', 'developers.write', 'mirror.read', 'mirror.reconcile'],
  account: ['connection.manage', 'payouts.read', 'payouts.write', 'audit.read', 'team.read', 'team.manage'],
} as const satisfies Record<string, readonly Permission[]>

const groupNames = Object.keys(groups) as (keyof typeof groups)[] // Object.keys forgets the key type.

/** The permissions in their groups with the roles that have each, computed from `can`. */
export const shownMatrix = groupNames.map((group) => ({
  group,
  rows: groups[group].map((permission) => ({
    permission,
    granted: roles.filter((role) => can(role, permission)),
  })),
}))
