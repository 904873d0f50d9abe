import pg from 'pg'

/** Baseline of the receiver: an otherwise empty Next app stores the body with one prepared statement. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
})

export const dynamic = 'force-dynamic'

export async function POST(request: Request, { params }: { params: Promise<{ connectionId: string }> }) {
  const { connectionId } = await params
  await pool.query({
    name: 'receive',
    text: 'INSERT INTO bench.received (connection_id, delivery_id, body) VALUES ($1, $2, $3)',
    values: [connectionId, request.headers.get('service-delivery'), await request.text()],
  })
  return new Response(null, { status: 204 })
}
