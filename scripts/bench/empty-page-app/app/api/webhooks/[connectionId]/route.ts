import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
})

/** Stores the body with one prepared statement: the baseline of the receiver. */
export async function POST(request: Request, { params }: { params: Promise<{ connectionId: string }> }) {
  const { connectionId } = await params
  const text = 'INSERT INTO bench.received (connection_id, delivery_id, body) VALUES ($1, $2, $3)'
  const values = [connectionId, request.headers.get('service-delivery'), await request.text()]
  await pool.query({ name: 'receive', text, values })
  return new Response(null, { status: 204 })
}
