import path from 'node:path'
import type { Browser } from '@playwright/test'
import { ROOT } from '@/scripts/stamps.mjs'
import { launchBrowser, requireBrowser, signInAsOwner } from './browser'
import type { Figure } from './figure'
import { type Instance, startInstance } from './instance'
import { measureFirstLoad } from './measure-first-load'
import { measureVitals } from './measure-vitals'
import type { BenchOptions, FigureName } from './options'
import type { PageBenchContext } from './page-bench-context'

/** Figures measured in a browser, all on one instance as `npm start` serves it. */
export const pageFigures = ['first-load', 'vitals'] as const satisfies readonly FigureName[]

type WithProgress = (name: FigureName, measureFigure: () => Promise<Figure[]>) => Promise<readonly Figure[]>

const MEASURES = { 'first-load': measureFirstLoad, vitals: measureVitals } satisfies Record<
  (typeof pageFigures)[number],
  (bench: PageBenchContext) => Promise<Figure[]>
>

/** Measures the selected figures in a real browser over the demo's data. */
export async function measurePages(
  { only, rounds }: BenchOptions,
  folder: string,
  withProgress: WithProgress,
): Promise<Figure[]> {
  await requireBrowser()
  const instance = await startInstance({
    cwd: ROOT,
    command: [process.execPath, 'scripts/start.mjs'],
    dataDir: path.join(folder, 'instance'),
  })
  try {
    const browser = await launchBrowser()
    try {
      const bench = { browser, instance, folder, rounds, owner: await signedInState(browser, instance) }
      const figures: Figure[] = []
      for (const name of pageFigures) {
        if (only.includes(name)) figures.push(...(await withProgress(name, () => MEASURES[name](bench))))
      }
      return figures
    } finally {
      await browser.close()
    }
  } finally {
    await instance.stop()
  }
}

async function signedInState(browser: Browser, instance: Instance): Promise<PageBenchContext['owner']> {
  const context = await browser.newContext()
  try {
    await signInAsOwner(await context.newPage(), instance, `/${instance.demo.account_slug}/payments`)
    return await context.storageState()
  } finally {
    await context.close()
  }
}
