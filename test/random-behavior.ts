import type { Random } from '@/prisma/demo/random'
import type { Fault } from './external-host'
import type { HostBehavior } from './host-behavior'

/** Returns a host's behavior at random. */
export function randomBehavior(random: Random): HostBehavior {
  return {
    oldestFirst: random.chance(0.4),
    pageMax: random.pick([1, 3, 10, 100]),
    repeated: random.pick([0, 0, 1, 5]),
    cursorLifeMs: random.pick([Number.POSITIVE_INFINITY, 120_000]),
  }
}

const error = (type: string, code: string) => ({ error: { type, code, message: 'No.', details: {} } })

/** Returns a fault for a share of the requests: 429 with Retry-After, 500, a proxy's page or a hang-up. */
export function randomFaults(random: Random, share: number): Fault {
  return () =>
    random.chance(share)
      ? random.pick<NonNullable<ReturnType<Fault>>>([
          {
            status: 429,
            headers: { 'Retry-After': '2' },
            body: error('rate_limit_error', 'slow_down'),
          },
          { status: 500, body: error('api_error', 'oops') },
          { status: 502, body: '<html>Bad gateway</html>' },
          'hang up',
        ])
      : null
}

/** Formats of a host's ids: opaque to others, and unique within a noun. */
export const idFormats: readonly ((noun: string, number: number) => string)[] = [
  (noun, number) => `${noun.slice(0, 3)}_${number}`,
  (_, number) => String(number),
  (noun, number) => `${noun}/ü %${number}?#&`,
  (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
]

/** Returns the ids of a host in one of several formats. */
export function randomIds(random: Random): (noun: string, number: number) => string {
  return random.pick(idFormats)
}
