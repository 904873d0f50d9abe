import { createServer } from 'node:http'
import pg from 'pg'

// Baseline of the API and of a webhook receiver: Node's own HTTP server. A GET reads one link with one prepared statement
// whose columns are the body of our API, without a key or a rule. A POST is read and answered at once.
const { DATABASE_URL, DATABASE_POOL, BARE_PORT, WEB_URL, ACCOUNT_ID } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) })
const text = `SELECT id, 'payment_link' AS object, $3 || id AS url, title, description, amount_minor / 100::float8 AS amount,
    currency, status, max_uses, paid_count, expires_at, metadata, created_at, customer_id, open_count, last_opened_at
  FROM service.payment_link WHERE account_id = $1 AND id = $2`

createServer(async (request, response) => {
  if (request.method === 'POST') return request.resume().on('end', () => response.end('ok'))
  const values = [ACCOUNT_ID, request.url?.split('/').at(-1), `${WEB_URL}/pay/`]
  const [row] = (await pool.query({ name: 'read', text, values })).rows
  if (!row) return response.writeHead(404).end()
  const body = JSON.stringify(row)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  }
  response.writeHead(200, headers).end(body)
}).listen(Number(BARE_PORT), '127.0.0.1')
