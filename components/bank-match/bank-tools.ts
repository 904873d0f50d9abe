import { matchBankLines } from './match-bank-lines'
import { BANK_LINES_MAX, countLines, readBankLines } from './read-bank-lines'
import { resultCsv } from './result-csv'

/** The parser, the comparison and the file of its result: loaded once somebody pastes. */
export const bankTools = { BANK_LINES_MAX, countLines, readBankLines, matchBankLines, resultCsv }
