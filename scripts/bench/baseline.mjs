import { createServer } from 'node:http'
import pg from 'pg'

// Baseline of the API and of a webhook receiver: Node's own HTTP server. A GET reads one link with one prepared statement
// and renders the body of our API, without a key or a rule. A POST is read and answered at once.
const { DATABASE_URL, DATABASE_POOL, PORT, WEB_URL, ACCOUNT_ID } = process.env
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

createServer(async (request, response) => {
  if (request.method === 'POST') return request.resume().on('end', () => response.end('ok'))
  const { rows } = await pool.query({
    name: 'read',
    text: 'SELECT * FROM service.payment_link WHERE account_id = $1 AND id = $2',
    values: [ACCOUNT_ID, request.url?.split('/').at(-1)],
  })
  if (!rows[0]) return response.writeHead(404).end()
  const body = render(rows[0])
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  }
  response.writeHead(200, headers).end(body)
}).listen(Number(PORT), '127.0.0.1')
