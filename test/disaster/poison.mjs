import pg from 'pg'

/** Faults of a release: charges are captured and then not booked, and the reconciler ends its worker. */
const client = /** @type {any} */ (pg.Client.prototype)
const { query } = client
client.query = function poisoned(/** @type {any} */ statement, /** @type {any[]} */ ...rest) {
  if (statement?.name === 'orphan-claim') process.exit(1)
  const sent =
    statement?.name === 'charge-finish' ? { text: 'UPDATE service.payment SET absent = 1' } : statement
  return query.call(this, sent, ...rest)
}
