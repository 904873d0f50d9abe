import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from 'commander'
import { type Commands, OperatorError } from './session'

const SUITE = 'test/stripe/verify-stripe.test.ts'

/** Adds `processor verify`: the suite of a processor's guarantees, run against Stripe's own test mode. */
export function addProcessorCommand(program: Command, session: Commands): void {
  program
    .command('processor')
    .description('card processor of this deployment')
    .command('verify')
    .description(
      'try every guarantee (docs/processors.md) with a test key against Stripe; takes some minutes',
    )
    .action(async () => {
      const key = session.stripe?.STRIPE_SECRET_KEY
      if (!key?.includes('_test_'))
        throw new OperatorError(
          'A key of Stripe’s test mode is needed: set STRIPE_SECRET_KEY=sk_test_…, PROCESSOR=stripe and TEST_MODE=1.',
        )
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', SUITE]
      // The suite has a database of its own: nothing of this deployment is touched.
      const run = spawn(process.execPath, args, {
        env: { ...process.env, NODE_ENV: 'test', STRIPE_VERIFY: '1' },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code] = await once(run, 'exit')
      if (code !== 0)
        throw new OperatorError(
          'Stripe did not give every guarantee, or the suite could not run: the lines above name the first failure. The suite needs a source checkout with `npm ci`.',
        )
    })
}
