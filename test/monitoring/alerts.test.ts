import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '@/scripts/stamps.mjs'

const FOLDER = path.join(ROOT, 'scripts/deploy/monitoring')
const read = (...file: string[]) => fs.readFileSync(path.join(...file), 'utf8')
const alerts = read(FOLDER, 'alerts.yaml')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

test('each alert has a part in the runbooks, and a case that fires it', () => {
  expect(names.length).toBeGreaterThan(15)
  const parts = [...read(ROOT, 'docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  const cases = [...read(FOLDER, 'alerts.test.yaml').matchAll(/^ {2}- name: (\w+)$/gm)].map(
    ([, name]) => name,
  )
  expect(parts).toEqual(names)
  expect(cases).toEqual(names)
})

test('alerts and charts read metrics that a process has', () => {
  const code = ['lib/platform/metrics/metrics.ts', 'lib/platform/metrics/private-server.ts']
    .concat('scripts/processes/worker-figures.ts')
    .map((file) => read(ROOT, file))
    .join('\n')
  const used = [
    ...(alerts + read(FOLDER, 'grafana.json')).matchAll(/checkout_(\w+?)(?:_bucket|_count)?[{[)]/g),
  ]
  const metrics = [...new Set(used.map(([, name = '']) => name))]
  expect(metrics.length).toBeGreaterThan(10)
  expect(metrics.filter((name) => !new RegExp(`\\b(?:checkout_)?${name}\\b`).test(code))).toEqual([])
})

// Prometheus' own tool, which a machine without Prometheus lacks.
test.skipIf(!process.env.PROMTOOL)('each alert fires at its cause, and no other one', () => {
  const { status, stderr } = spawnSync(process.env.PROMTOOL ?? '', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
