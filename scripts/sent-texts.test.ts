import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unsentTexts } from './sent-texts.mjs'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'sent-texts-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

const KEYS = ['links.title', 'links.create', 'pay.ends.paid', 'team.name']
const CLIENT = "'use client'\n\nimport { label } from './label'\n\n"

/** Returns the problems of a page with these files. */
function problemsWith(files: Readonly<Record<string, string>>): string[] {
  fs.rmSync(root, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  return unsentTexts(root, [path.join(root, 'app/links/page.tsx')], KEYS)
}

const page = "import { List } from '@/components/list'\n\nexport default () => <List />\n"
const list = `${CLIENT}export function List() {\n  return t(label)\n}\n\nexport function Other() {\n  return t('team.name')\n}\n`
const label = "export const label = 'links.title'\n"
const files = { 'app/links/page.tsx': page, 'components/list.tsx': list, 'components/label.ts': label }
const missing = 'app/links/page.tsx does not send links'

test('texts of the client components of a page are reported until a layout or the page sends them', () => {
  expect(problemsWith(files)).toEqual([missing])
  const layout = "export default textsLayout('links')\n"
  expect(problemsWith({ ...files, 'app/links/layout.tsx': layout })).toEqual([])
  expect(problemsWith({ ...files, 'app/layout.tsx': layout })).toEqual([])
  const sender = page.replace('<List />', "<ClientTexts nouns={['links']}><List /></ClientTexts>")
  expect(problemsWith({ ...files, 'app/links/page.tsx': sender })).toEqual([])
})

test('a lazy component and a key with a part that varies count, what the server renders does not', () => {
  const lazy = `${CLIENT}export const List = lazy(() => import('./more').then((it) => it.More))\n`
  const more = ['export const More = () => t(`pay.ends.$', '{state}`)\n'].join('')
  expect(problemsWith({ ...files, 'components/list.tsx': lazy, 'components/more.tsx': more })).toEqual([
    'app/links/page.tsx does not send pay',
  ])
  expect(problemsWith({ ...files, 'components/list.tsx': list.replace("'use client'", '') })).toEqual([])
})

test('a permission is no key', () => {
  expect(
    problemsWith({ ...files, 'components/label.ts': "export const label = can('links.create')\n" }),
  ).toEqual([])
})
