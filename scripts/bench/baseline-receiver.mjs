import { createServer } from 'node:http'

/** Baseline of a webhook receiver: reads the body and responds at once. */
createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'Content-Length': 2 }).end('ok'))
}).listen(Number(process.env.PORT), '127.0.0.1')
