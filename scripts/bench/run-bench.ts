import { type Figure, isMet } from './figure'
import { measureLinkCreate } from './link-create'
import { measureLinkRead } from './link-read'
import { describeMachine, renderMachine } from './machine'
import { type BenchOptions, type FigureName, readOptions } from './options'
import { makeRunFolder } from './run-folder'
import { renderTable } from './table'
import { CONNECTIONS, openWorkbench, POOL, type Workbench } from './workbench'

/** Figures that share one workbench; the others start the whole house themselves. */
const RATIOS: Partial<Record<FigureName, (bench: Workbench) => Promise<Figure[]>>> = {
  'link-read': measureLinkRead,
  'link-create': measureLinkCreate,
}

async function measure(options: BenchOptions, folder: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const ratios = options.only.filter((name) => RATIOS[name])
  if (ratios.length > 0) {
    const bench = await openWorkbench(options, folder)
    try {
      for (const name of ratios) {
        say(`Measuring ${name} …`)
        figures.push(...((await RATIOS[name]?.(bench)) ?? []))
      }
    } finally {
      await bench.close()
    }
  }
  return figures
}

/** Standard output belongs to the table. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

const options = readOptions(process.argv.slice(2))
const machine = describeMachine()
const folder = makeRunFolder()
try {
  const figures = await measure(options, folder.path)
  const { rounds, roundSeconds } = options
  if (options.json) {
    const rows = figures.map((figure) => ({ ...figure, met: isMet(figure) }))
    console.log(
      JSON.stringify(
        { machine, rounds, roundSeconds, pool: POOL, connections: CONNECTIONS, figures: rows },
        null,
        2,
      ),
    )
  } else {
    const both = `medians of ${rounds} rounds of ${roundSeconds} s, ours and the baseline in turn, ${CONNECTIONS} connections, pools of ${POOL}`
    console.log(`\n${renderMachine(machine)}\n${both}\n\n${renderTable(figures)}`)
  }
} finally {
  folder.remove()
}
