import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/**
 * Baseline of the API: Node's own HTTP server, JSON.parse, one prepared statement. It checks no key and no rule; rows,
 * table and response body are the same.
 */
const PREFIX = '/api/v1/payment_links/'
const HEADERS = { 'Content-Type': 'application/json; charset=utf-8' }
const { DATABASE_URL, DATABASE_POOL, API_PORT, WEB_URL, ACCOUNT_ID } = process.env

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) })

/** @param {Record<string, any>} row */
const render = (row) =>
  JSON.stringify({
    id: row.id,
    object: 'payment_link',
    url: `${WEB_URL}/pay/${row.id}`,
    title: row.title,
    description: row.description,
    amount: row.amount_minor / 100,
    currency: row.currency,
    status: row.status,
    max_uses: row.max_uses,
    paid_count: row.paid_count,
    expires_at: row.expires_at?.toISOString() ?? null,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    customer_id: row.customer_id,
    open_count: row.open_count,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
  })

/** @param {import('node:http').ServerResponse} response @param {number} status @param {Record<string, any>} row */
function answer(response, status, row) {
  const body = render(row)
  response.writeHead(status, { ...HEADERS, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

/** @param {string} id */
const read = (id) =>
  pool.query({
    name: 'read',
    text: 'SELECT * FROM service.payment_link WHERE account_id = $1 AND id = $2',
    values: [ACCOUNT_ID, id],
  })

/** @param {Record<string, any>} body */
const create = ({ title, amount, description = null, max_uses = 1, metadata = {} }) =>
  pool.query({
    name: 'create',
    text: `INSERT INTO service.payment_link
        (account_id, id, title, description, amount_minor, currency, max_uses, expires_at, metadata, created_at)
      VALUES ($1, $2, $3, $4, $5, 'USD', $6, NULL, $7, $8) RETURNING *`,
    values: [
      ACCOUNT_ID,
      `pl_${randomUUID().replaceAll('-', '')}`,
      title,
      description,
      Math.round(amount * 100),
      max_uses,
      JSON.stringify(metadata),
      new Date(),
    ],
  })

createServer((request, response) => {
  const fail = (/** @type {unknown} */ error) => {
    console.error(error)
    response.writeHead(500).end()
  }
  if (request.method === 'GET') {
    read(request.url?.slice(PREFIX.length) ?? '').then(({ rows: [row] }) => {
      if (row) answer(response, 200, row)
      else response.writeHead(404).end()
    }, fail)
    return
  }
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    create(JSON.parse(Buffer.concat(chunks).toString('utf8'))).then(
      ({ rows: [row] }) => answer(response, 201, row),
      fail,
    )
  })
}).listen(Number(API_PORT), '127.0.0.1')
