import { createServer } from 'node:http'
import { readEnvironment } from '@/lib/platform/env'

const { API_PORT, HOST } = readEnvironment()

const server = createServer((request, response) => {
  response.writeHead(request.url === '/healthz' ? 200 : 404).end()
})
server.listen(API_PORT, HOST)
process.once('SIGTERM', () => server.close())
