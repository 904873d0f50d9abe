import { matchBankLines } from './match-bank-lines'
import { BANK_LINES_MAX, countLines, readBankLines } from './read-bank-lines'
import { resultCsv } from './result-csv'

/** Parser, comparison and export of the result, loaded after the first paste. */
export const bankTools = { BANK_LINES_MAX, countLines, readBankLines, matchBankLines, resultCsv }
export type BankTools = typeof bankTools
