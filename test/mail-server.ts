import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

interface TakenMail {
  from: string
  to: string[]
  /** Headers and body as they came. */
  data: string
}

/** A mail server on loopback that keeps what it takes. */
export interface MailServer {
  url: string
  taken: TakenMail[]
  /** The answer to the next recipients in place of 250, such as `550 no such user`. */
  refusal: string | null
}

/** Starts a mail server that stops after the test file. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const state: MailServer = { url: '', taken: [], refusal: null }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, state)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  state.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return state
}

function converse(socket: Socket, state: MailServer): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let buffer = ''
  let mail: TakenMail = { from: '', to: [], data: '' }
  let inData = false
  say('220 test')
  socket.on('data', (bytes) => {
    buffer += bytes.toString('utf8')
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        state.taken.push({ ...mail, data: line })
        mail = { from: '', to: [], data: '' }
        say('250 taken')
      } else if (/^MAIL FROM:/i.test(line)) {
        mail.from = line.slice(10)
        say('250 ok')
      } else if (/^RCPT TO:/i.test(line)) {
        if (state.refusal === null) mail.to.push(line.slice(8))
        say(state.refusal ?? '250 ok')
      } else if (/^DATA/i.test(line)) {
        inData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}
