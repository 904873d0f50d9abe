import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as received. */
  data: string
}

/** Mail server on loopback that keeps received mail. */
export interface MailServer {
  url: string
  taken: ReceivedMail[]
  /** Response to the next recipients in place of 250, such as `550 no such user`. */
  refusal: string | null
  /** Response to the next mails in place of 250, such as `554 too many of them`. */
  dataRefusal: string | null
  /** True to start a response to each recipient and never end it. */
  isSlow: boolean
  /** Returns the number of open connections. */
  open(): number
}

/** Starts a mail server that stops after the test file. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const state: MailServer = {
    url: '',
    taken: [],
    refusal: null,
    dataRefusal: null,
    isSlow: false,
    open: () => sockets.size,
  }
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
  let mail: ReceivedMail = { from: '', to: [], data: '' }
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
        if (state.dataRefusal === null) state.taken.push({ ...mail, data: line })
        mail = { from: '', to: [], data: '' }
        say(state.dataRefusal ?? '250 taken')
      } else if (/^MAIL FROM:/i.test(line)) {
        mail.from = line.slice(10)
        say('250 ok')
      } else if (/^RCPT TO:/i.test(line)) {
        if (state.refusal === null) mail.to.push(line.slice(8))
        if (state.isSlow) {
          const drip = setInterval(() => say('250-wait'), 20)
          socket.on('close', () => clearInterval(drip))
        } else say(state.refusal ?? '250 ok')
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
