import fc from 'fast-check'

export interface BrokenBody {
  /** Description of the error, for the message of a failed test. */
  how: string
  body: Buffer | string
  headers: readonly (readonly [string, string])[]
}

export const JSON_TYPE = [['Content-Type', 'application/json']] as const

/** Generates valid text with the wrong type or in the wrong encoding. */
export function brokenEncoding(valid: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<BrokenBody> {
  const typed = (type: string) =>
    valid.map((fields) => ({
      how: `as ${type}`,
      body: JSON.stringify(fields),
      headers: [['Content-Type', type]] as const,
    }))
  const bytes = (how: string, encode: (json: string) => Buffer, headers: BrokenBody['headers'] = JSON_TYPE) =>
    valid.map((fields) => ({ how, body: encode(JSON.stringify(fields)), headers }))
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json, application/json',
    'application/jsonp',
    'application/vnd.api+json',
    'garbage',
    '*/*',
    'json',
  ]
  return fc.oneof(
    ...types.map(typed),
    bytes('without a type', (json) => Buffer.from(json), []),
    bytes('as UTF-16', (json) => Buffer.from(json, 'utf16le')),
    bytes('with a broken byte', (json) =>
      Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      ]),
    ),
    bytes('with an overlong byte', (json) =>
      Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from(',"'),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from('":1}'),
      ]),
    ),
    bytes('with a surrogate in UTF-8', (json) =>
      Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from(',"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('":1}'),
      ]),
    ),
    bytes('said to be compressed', (json) => Buffer.from(json), [...JSON_TYPE, ['Content-Encoding', 'gzip']]),
    bytes('too large', (json) => Buffer.from(json + ' '.repeat(256 * 1024))),
    bytes('much too large', (json) => Buffer.from(json + ' '.repeat(2 * 1024 * 1024))),
  )
}
