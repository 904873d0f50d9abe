import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissions, roles } from '@/lib/dashboard/role-permissions'
import { english } from '@/test/english'
import { shownMatrix } from './role-matrix'

test('the matrix contains every permission once', () => {
  const shown = shownMatrix.flatMap(({ rows }) => rows.map(({ permission }) => permission))
  expect(shown.toSorted()).toEqual(permissions.toSorted())
})

test('the matrix of docs/members.md equals that of the code', () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['permission', 'is', ...roles.map((role) => english(`shell.roles.${role}`))]),
    row(['---', '---', ...roles.map(() => ':-:')]),
    ...shownMatrix.flatMap(({ rows }) =>
      rows.map(({ permission, granted }) =>
        row([
          `\`${permission}\``,
          english(`role-matrix.permissions.${permission}`),
          ...roles.map((role) => (granted.includes(role) ? '✓' : '–')),
        ]),
      ),
    ),
  ].join('\n')
  expect(readFileSync('docs/members.md', 'utf8')).toContain(table)
})
