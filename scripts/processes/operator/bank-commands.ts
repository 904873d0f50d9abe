import type { Command } from 'commander'
import { TRANSFER_DELAY_MAX_MS, transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { changeTestBank, TEST_BANK_DELAY_MAX_MS } from '@/lib/service/processor/test-bank-books'
import { OperatorError, print, type Session } from './session'

/** Adds `bank`: settings of the test bank, effective in every process from its next call. */
export function addBankCommands(program: Command, session: Session): void {
  program
    .command('bank')
    .description('show or change the test bank: how slow it is, and whether it answers at all')
    .option('--delay <ms>', `waited before each call, 0 to ${TEST_BANK_DELAY_MAX_MS}`)
    .option('--outage <on|off>', 'every call fails')
    .option('--transfer-delay <ms>', `before a transfer leaves, 0 to ${TRANSFER_DELAY_MAX_MS}`)
    .action(async (options: { delay?: string; outage?: string; transferDelay?: string }) => {
      if (!session.testMode) throw new OperatorError('There is a test bank only where TEST_MODE is 1.')
      const change = {
        ...(options.delay === undefined
          ? {}
          : { delayMs: delayOf('--delay', options.delay, TEST_BANK_DELAY_MAX_MS) }),
        ...(options.outage === undefined ? {} : { outage: outageOf(options.outage) }),
      }
      const leavesAfter = options.transferDelay
      const transferMs =
        leavesAfter === undefined
          ? undefined
          : delayOf('--transfer-delay', leavesAfter, TRANSFER_DELAY_MAX_MS)
      const { delayMs, outage } = await changeTestBank(session.database, change)
      print(session, program.opts<{ json?: boolean }>().json ?? false, {
        delay_ms: delayMs,
        outage: outage ? 'on' : 'off',
        transfer_delay_ms: await transferDelay(session.database, transferMs),
      })
    })
}

function delayOf(flag: string, text: string, maxMs: number): number {
  const delayMs = Number(text)
  const fits = /^\d+$/.test(text) && delayMs <= maxMs
  if (!fits) throw new OperatorError(`${flag}: Must be milliseconds, 0 to ${maxMs}.`)
  return delayMs
}

function outageOf(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new OperatorError('--outage: Say on or off.')
  return text === 'on'
}
