import http from 'node:http'

export interface WireRequest {
  method: string
  /** Path from the root, percent-encoded. */
  path: string
  /** Pairs, so that a header may be repeated. */
  headers: readonly (readonly [name: string, value: string])[]
  body?: Buffer | string
}

export interface WireAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** Sends requests unchanged, over a few keep-alive connections. */
export class Wire {
  readonly #port: number
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  sent = 0

  constructor(port: number) {
    this.#port = port
  }

  send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    this.sent += 1
    const bytes = body === undefined ? null : Buffer.from(body)
    const length = bytes ? [['Content-Length', String(bytes.length)] as const] : []
    const host = ['Host', `127.0.0.1:${this.#port}`] as const
    return new Promise((resolve, reject) => {
      const request = http.request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: [host, ...headers, ...length].flat(),
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      request.end(bytes ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
