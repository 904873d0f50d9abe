import * as fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '@/scripts/stamps.mjs'

const SOURCE = /^@source "(.+)";$/gm
const IMPORT = /^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gm

/** Returns a condition of paths that a sheet's `@source` lines name. Tailwind generates the classes of those files only. */
function sourcesOf(sheet: string): (file: string) => boolean {
  const patterns = [...fs.readFileSync(path.join(ROOT, sheet), 'utf8').matchAll(SOURCE)].map(
    ([, glob = '']) => {
      const text = path.join(path.dirname(sheet), glob).replace(/\/$/, '')
      const escaped = text.replace(/[.()[\]]/g, '\\$&').replaceAll('*', '[^/]*')
      return new RegExp(
        `^${escaped.replace(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)}(?:/|$)`,
      )
    },
  )
  return (file) => patterns.some((pattern) => pattern.test(file))
}

/** Returns the modules that the pages below a folder load, their own included. */
function loadedFrom(folder: string): Set<string> {
  const entries = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, direct, lazy] of fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const named = direct ?? lazy ?? ''
      const base = named.startsWith('@/') ? named.slice(2) : path.join(path.dirname(file), named)
      const next = ['.tsx', '.ts']
        .map((end) => base + end)
        .find((name) => fs.existsSync(path.join(ROOT, name)))
      if (next && /^[@.]/.test(named)) visit(next)
    }
  }
  for (const name of entries) if (/(?<!\.test)\.tsx$/.test(name)) visit(path.join(folder, name))
  return found
}

test.each([
  ['app/(checkout)/payer.css', 'app/(checkout)'],
  ['app/(auth)/sign-in.css', 'app/(auth)'],
])('%s has the classes of every component that its pages load', (sheet, folder) => {
  const isSource = sourcesOf(sheet)
  const styled = [...loadedFrom(folder)].filter(
    (file) =>
      /^components\//.test(file) &&
      /className="|\bcn\(|Classes =/.test(fs.readFileSync(path.join(ROOT, file), 'utf8')),
  )
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((file) => !isSource(file))).toEqual([])
})
