/**
 * SQL condition on service.payment AS p: the payer's decision at the bank is still to be read. Also true after the death
 * of a process that was reading it: in AUTHORIZING with `confirm_until` nothing has been captured yet.
 */
export const awaitsPayerSql = `(p.step = 'CONFIRMING'
  OR p.step = 'AUTHORIZING' AND p.confirm_until IS NOT NULL AND p.lease_until <= clock_timestamp())`
