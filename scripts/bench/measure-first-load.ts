import type { Figure } from './figure'
import { measureScripts } from './measure-scripts'
import type { PageBenchContext } from './page-bench-context'
import { type PagePath, pagePaths } from './page-paths'
import { withEmptyPage } from './with-empty-page'

const PAYER_GOAL_KB = 30
const DASHBOARD_GOAL_KB = 85
const BYTES_PER_KB = 1_000
const PAYER_ROUTE = '/pay/[linkId]'
/** Group of signed-in pages; every other group needs no session. */
const DASHBOARD_GROUP = 'dashboard'

interface MeasuredPage extends PagePath {
  /** Size above the empty page. */
  aboveKb: number
  /** Size of scripts after the load event. */
  laterKb: number
}

/** Measures the script of each page's first load, above an empty Next client page built in this run. */
export async function measureFirstLoad(bench: PageBenchContext): Promise<Figure[]> {
  const emptyKb = await measureEmptyPage(bench)
  const pages = await pagePaths(bench)
  const measured: MeasuredPage[] = []
  for (const page of pages) {
    if (page.path === null) continue
    const signedIn = page.group === DASHBOARD_GROUP
    const { gzipBytes, laterBytes } = await measureScripts(bench.browser, bench.instance.webUrl + page.path, {
      ...(signedIn ? { storageState: bench.owner } : {}),
    })
    measured.push({
      ...page,
      aboveKb: gzipBytes / BYTES_PER_KB - emptyKb,
      laterKb: laterBytes / BYTES_PER_KB,
    })
  }
  const unmeasured = pages.flatMap(({ route, path }) => (path === null ? [route] : []))
  const unmeasuredNotes = unmeasured.length > 0 ? [`nothing to show at ${unmeasured.join(', ')}`] : []
  const payer = measured.filter(({ route }) => route === PAYER_ROUTE)
  const dashboard = measured.filter(({ group }) => group === DASHBOARD_GROUP)
  const others = measured.filter((page) => !payer.includes(page) && !dashboard.includes(page))
  return [
    heaviest(payer, emptyKb, PAYER_GOAL_KB, [
      'gzipped bytes of every modern module script that Chromium asks for until the load event, cache empty, prefetches of other pages refused; baseline: the empty client page itself',
    ]),
    heaviest(dashboard, emptyKb, DASHBOARD_GOAL_KB, []),
    heaviest(others, emptyKb, null, unmeasuredNotes),
    heaviest(
      measured.map((page) => ({ ...page, aboveKb: page.laterKb })),
      null,
      null,
      ['the same of scripts that the page itself asks for after the load event'],
    ),
  ]
}

function heaviest(
  pages: readonly MeasuredPage[],
  emptyKb: number | null,
  goalKb: number | null,
  notes: readonly string[],
): Figure {
  const [worst, ...lighter] = [...pages].sort((a, b) => b.aboveKb - a.aboveKb)
  if (!worst) throw new Error('No page was measured.')
  const rest = lighter.map(({ route, aboveKb }) => `${route} ${aboveKb.toFixed(1)}`).join(', ')
  return {
    name: `${emptyKb === null ? 'later' : 'first-load'} script, ${worst.route}`,
    unit: 'KB',
    ours: worst.aboveKb,
    baseline: emptyKb,
    ratio: null,
    goal: goalKb === null ? null : { kind: 'at_most', value: goalKb },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: [],
    how: [...notes, rest && `the heaviest of its kind, before ${rest}`].filter(Boolean).join('; '),
  }
}

async function measureEmptyPage({ browser, folder }: PageBenchContext): Promise<number> {
  return withEmptyPage(folder, async (url) => (await measureScripts(browser, url)).gzipBytes / BYTES_PER_KB)
}
