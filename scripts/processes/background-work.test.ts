import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Dashboard } from '@/lib/dashboard/context'
import type { Job } from '@/lib/platform/jobs/job'
import type { Mailer } from '@/lib/platform/mail/mailer'
import { dashboardJobs } from './dashboard-jobs'
import { type ServiceJobsDeps, serviceJobs } from './service-jobs'

const webUrl = 'https://pay.example.test'
const mailer: Mailer = { outcome: 'SENT', send: async () => {} }
// The lists are built, and none of their handlers is called.
const dashboard = {} as Dashboard
const deps = { urls: { web: webUrl, api: webUrl }, mailer } as ServiceJobsDeps
const jobs = [...serviceJobs(deps), ...dashboardJobs(dashboard, { webUrl, mailer })]

/** Rows of the table of jobs, by their cells. */
const rows = readFileSync('docs/background-work.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )

function triggerOf({ trigger }: Job): string {
  if (trigger.kind !== 'schedule') return `${trigger.kind}, ${timeOf(trigger.pollMs)}`
  const after = trigger.offsetMs > 0 ? `, ${timeOf(trigger.offsetMs)} past` : ''
  return `schedule, ${timeOf(trigger.everyMs)}${after}`
}

function timeOf(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`
}

test('docs/background-work.md lists each job of the worker as it is registered', () => {
  const registered = jobs.map((job) => {
    const [[kind, max] = []] = Object.entries(job.concurrency)
    const share = 'perTeam' in job.concurrency ? `, ${job.concurrency.perTeam} of a team` : ''
    return [
      `\`${job.name}\``,
      triggerOf(job),
      `${max} ${max === 1 ? kind?.slice(0, -1) : kind}${share}`,
      job.afterCrash,
    ]
  })
  expect(rows.map(([name, trigger, , concurrency, crash]) => [name, trigger, concurrency, crash])).toEqual(
    registered,
  )
})

test('each handler in docs/background-work.md is what its job calls', () => {
  for (const [index, { name, handler }] of jobs.entries()) {
    const calls = 'run' in handler ? handler.run.toString() : handler.start.toString()
    const named = [...(rows[index]?.[2] ?? '').matchAll(/`(\w+)`/g)].map(([, verb]) => verb)
    expect(named.length, name).toBeGreaterThan(0)
    for (const verb of named) expect(calls, name).toContain(verb)
  }
})
