import { expect, test } from 'vitest'
import { Random } from '@/prisma/factories/random'
import { simulate } from './simulate'

const SEEDS = Number(process.env.SIM_SEEDS ?? 20_000)

test('x', async () => {
  const coverage = new Map<string, number>()
  const begin = Date.now()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violations } = await simulate({ seed, dice: (s) => new Random(s), coverage })
    if (violations.length > 0) {
      const again = await simulate({ seed, dice: (s) => new Random(s), traced: true })
      console.log(again.trace.join('\n'))
      console.log(seed, violations.join('\n'))
      throw new Error(`seed ${seed}`)
    }
    if (seed % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  console.log(SEEDS, Date.now() - begin, 'ms')
  console.log(
    [...coverage]
      .sort()
      .map(([k, v]) => `${k}: ${v}`)
      .join('\n'),
  )
  expect(1).toBe(1)
}, 600_000)
