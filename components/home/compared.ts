/** Beyond ten times as much a comparison only tells that the shop has just begun. */
const PERCENT_MAX = 999

/** How a sum stands to the one of the period before: whole per cent; null where there is nothing to compare with. */
export function comparedPercent(now: number, before: number): number | null {
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null
  return percent !== null && percent <= PERCENT_MAX ? percent : null
}

/** Approved of all decided payments, 0 to 1, down to a tenth of a per cent: one decline is never all. null where none was. */
export function approvedShare(approved: number, declined: number): number | null {
  const decided = approved + declined
  return decided > 0 ? Math.floor((approved * 1000) / decided) / 1000 : null
}
