import { BlockList } from 'node:net'
import { z } from 'zod'
import type { Side } from './database'
import { addRange } from './peer-address'

/** Returns the schema of a text for which `problemOf` returns no problem. A problem names its remedy, never a secret. */
const text = (problemOf: (value: string) => string | false) =>
  z.string('is needed').superRefine((value, context) => {
    const problem = problemOf(value)
    if (problem) context.addIssue(problem)
  })

const number = (noun: string, min: number, max: number) =>
  text((value) => {
    const isNumber = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
    return !isNumber && `"${value}" is not ${noun}. Give a whole number from ${min} to ${max}`
  }).transform(Number)

const choice = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, { error: ({ input }) => `"${input}" is not one of ${choices.join(', ')}` })

const flag = choice('0', '1').transform((value) => value === '1')

const mailbox = text(
  (value) =>
    !z.email().safeParse(value).success &&
    `"${value}" is not an e-mail address. Give a bare one, such as ops@example.com`,
)

const database = text((value) =>
  !/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value)
    ? 'is not an address. Give postgresql://user:password@host:5432/database'
    : false,
)

/** A public address without a path, because pages, cookies and the API begin at its root. */
const origin = text((value) => {
  const problem = originProblem(value)
  return problem && `${problem}. Give only scheme and host, such as https://checkout.example.com`
}).transform((value) => new URL(value).origin)

function originProblem(value: string): string | false {
  if (!URL.canParse(value)) return 'is not an address'
  const { protocol, pathname, search, hash, username, password } = new URL(value)
  if (protocol !== 'http:' && protocol !== 'https:') return 'is not an http address'
  if (username || password) return 'has a user name or password'
  if (pathname !== '/') return `has a path, "${pathname}"`
  if (search) return `has a query, "${search}"`
  return hash !== '' && `has a fragment, "${hash}"`
}

const stripeKey = (name: string, prefixes: readonly string[]) =>
  text(
    (value) =>
      // The value is a secret, or was pasted in a secret's place, so the problem does not repeat it.
      !prefixes.some((prefix) => value.startsWith(prefix)) &&
      `is not ${name}, which begins with ${prefixes.join(' or ')}`,
  )

/** An address on this machine, for tests that stand in for Stripe. */
const loopbackUrl = text(
  (value) =>
    !(URL.canParse(value) && isLoopback(new URL(value).hostname)) &&
    'is not an address of this machine. Only tests set it, to a double of Stripe on loopback',
)

const trustedProxies = text((value) => {
  const entries = value.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => entry !== '' && !addRange(new BlockList(), entry))
  return (
    wrong !== undefined &&
    `"${wrong}" is neither an address nor a range. Separate addresses and ranges with commas, such as 127.0.0.1,10.0.0.0/8`
  )
})

/** Every setting, by its name. */
export const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /** Login of the owner: migrations, operator commands and, if no side has a login of its own, everything. */
  DATABASE_URL: database.optional(),
  /** Logins of the sides (docs/database-roles.md). */
  SERVICE_DATABASE_URL: database.optional(),
  DASHBOARD_DATABASE_URL: database.optional(),
  BANK_DATABASE_URL: database.optional(),
  /** Connections of this process besides the reserve for charges; three share the server's limit. */
  DATABASE_POOL: number('a number of connections', 1, 200).default(10),
  HOST: z.string().default('127.0.0.1'),
  PORT: number('a port', 0, 65_535).default(3000),
  API_PORT: number('a port', 0, 65_535).default(3001),
  /** Port of the private server with metrics and probes: of web, the next ones of api and worker. */
  METRICS_PORT: number('a port', 1, 65_533).optional(),
  WEB_URL: origin.optional(),
  API_URL: origin.optional(),
  NEXTAUTH_SECRET: text((value) => value.length < 32 && 'is too short. Give 32 characters or more'),
  ENCRYPTION_KEYS: z.string('is needed'),
  /** Time from the signal to end until new connections are refused; readiness returns 503 meanwhile. */
  DRAIN_MS: number('a number of milliseconds', 0, 60_000).default(0),
  /** 0 = real money moves. A database serves one of the two modes for ever. */
  TEST_MODE: flag.default(true),
  /** Card processor; the test bank is the default, in test mode alone. */
  PROCESSOR: choice('test_bank', 'stripe').default('test_bank'),
  STRIPE_SECRET_KEY: stripeKey('a secret key of Stripe', ['sk_', 'rk_']).optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('a publishable key of Stripe', ['pk_']).optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey('a signing secret of a Stripe endpoint', ['whsec_']).optional(),
  STRIPE_API_BASE: loopbackUrl.optional(),
  STRIPE_JS_URL: loopbackUrl.optional(),
  /** 1 = the pseudo-language in the place of Spanish, for a run of the e2e tests (docs/languages.md). */
  PSEUDO_TEXTS: flag.optional(),
  /** Bank that pays settlements out; `manual` = a person orders them at the operator's bank. */
  BANK: choice('test_bank', 'manual').default('test_bank'),
  /** The operator's account, from which `operator payouts export` orders; without a name and an account, no XML. */
  PAYOUT_FROM_NAME: z.string().optional(),
  PAYOUT_FROM_ACCOUNT: z.string().optional(),
  PAYOUT_FROM_BIC: text(
    (value) =>
      !/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(value) && `"${value}" is not a BIC of 8 or 11 characters`,
  ).optional(),
  /** 1 = anyone may open an account at /sign-up; the default in test mode alone. */
  SIGN_UP: flag.optional(),
  PAYOUT_HOLD_HOURS: number('a number of hours', 0, 720).optional(),
  TRUSTED_PROXIES: trustedProxies.default(''),
  LOG_LEVEL: choice('silent', 'fatal', 'error', 'warn', 'info', 'debug').default('info'),
  DATA_DIR: z.string().default('.data'),
  /** Lease of a running charge: longer than two processor calls (8 s each) plus a slow commit. */
  CHARGE_LEASE_MS: number('a number of milliseconds', 1, 3_600_000).default(30_000),
  /** Requests per second of one API key, and the size of its burst (decisions: rate limit). */
  RATE_LIMIT_PER_SECOND: number('a number of requests', 1, 1_000_000).optional(),
  RATE_LIMIT_BURST: number('a number of requests', 1, 1_000_000).optional(),
  CONCURRENCY_PER_KEY: number('a number of requests', 1, 1_000_000).optional(),
  /** 1 = the API stores each key's calls and last use for the developer panel. */
  REQUEST_LOG: flag.default(true),
  DELIVERY_LEASE_MS: number('a number of milliseconds', 1, 3_600_000).default(30_000),
  /** Retention of events, deliveries and attempts: longer than any delivery is retried. */
  EVENT_RETENTION_DAYS: number('a number of days', 7, 3_650).default(90),
  REQUEST_LOG_RETENTION_DAYS: number('a number of days', 1, 3_650).default(30),
  /** The mail server, such as `smtps://user:password@smtp.example.com`. */
  MAIL_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'is not a mail server. Give smtps://user:password@host, or smtp://',
    })
    .optional(),
  MAIL_FROM: mailbox.optional(),
  /** The operator's address, for mails that report inconsistent books and notices of the processor. */
  ALERT_EMAIL: mailbox.optional(),
  /** Bearer token that shows the details of the API's `/status`; without it only the machine itself sees them. */
  STATUS_TOKEN: text(
    (value) => value.length < 32 && 'is too short. Give 32 random characters or more',
  ).optional(),
})

const environmentSchema = settings
  .refine((env) => !env.MAIL_URL || env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'is needed with MAIL_URL',
  })
  .refine((env) => env.DATABASE_URL || env.SERVICE_DATABASE_URL, {
    path: ['DATABASE_URL'],
    message: 'is needed, or SERVICE_DATABASE_URL, DASHBOARD_DATABASE_URL and BANK_DATABASE_URL in its place',
  })
  .superRefine((env, context) => {
    for (const [path, message] of Object.entries(processorProblems(env)))
      context.addIssue({ code: 'custom', path: [path], message })
  })
  .transform((env) => {
    const webUrl = env.WEB_URL ?? `http://localhost:${env.PORT}`
    const apiUrl = env.API_URL ?? `http://localhost:${env.API_PORT}`
    const urls = { WEB_URL: webUrl, API_URL: apiUrl, BASE_URL: `${apiUrl}/api/v1` }
    return { ...env, ...urls, SIGN_UP: env.SIGN_UP ?? env.TEST_MODE }
  })

/** Returns the problem of each setting of processor and bank that does not fit the mode. */
function processorProblems(env: z.infer<typeof settings>): Record<string, string> {
  const problems: Record<string, string> = {}
  const mode = env.TEST_MODE ? 'test' : 'live'
  if (!env.TEST_MODE && env.PROCESSOR === 'test_bank')
    problems.PROCESSOR = 'is needed with TEST_MODE=0: the test bank moves no real money. Set PROCESSOR=stripe'
  if (!env.TEST_MODE && env.BANK === 'test_bank')
    problems.BANK = 'is needed with TEST_MODE=0: the test bank moves no real money. Set BANK=manual'
  const isLocal = isLoopback(new URL(env.WEB_URL ?? 'http://localhost').hostname)
  for (const name of ['STRIPE_API_BASE', 'STRIPE_JS_URL'] as const)
    if (env[name] !== undefined && !isLocal)
      problems[name] =
        "is set, and WEB_URL is not this machine's own: payers would run a script of their own machine. Leave it out"
  if (env.PSEUDO_TEXTS && !(isLocal && env.TEST_MODE))
    problems.PSEUDO_TEXTS = 'is for tests of the screens on this machine alone. Leave it out'
  if (env.PROCESSOR !== 'stripe') return problems
  if (!env.TEST_MODE && env.STRIPE_JS_URL === undefined && !(env.WEB_URL ?? '').startsWith('https:'))
    problems.WEB_URL = 'needs https with TEST_MODE=0: the card fields of Stripe do not open elsewhere'
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (env[name] === undefined)
      problems[name] = "is needed with PROCESSOR=stripe. Stripe's dashboard shows it"
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const) {
    const key = env[name]
    if (key !== undefined && !key.slice(2).startsWith(`_${mode}_`))
      problems[name] = `is not a key of Stripe's ${mode} mode, and TEST_MODE is ${env.TEST_MODE ? 1 : 0}`
  }
  return problems
}

export type Environment = z.infer<typeof environmentSchema>

export type Addresses = Partial<
  Pick<Environment, 'DATABASE_URL' | 'SERVICE_DATABASE_URL' | 'DASHBOARD_DATABASE_URL' | 'BANK_DATABASE_URL'>
>

/** Returns the address of each side's own login, if it has one. */
export function sideUrls(env: Addresses): Record<Side, string | undefined> {
  return {
    service: env.SERVICE_DATABASE_URL,
    dashboard: env.DASHBOARD_DATABASE_URL,
    bank: env.BANK_DATABASE_URL,
  }
}

/** Returns a side's address, or the owner's if no side has one. Throws if only other sides have one. */
export function databaseUrl(env: Addresses, side: Side): string {
  const urls = sideUrls(env)
  const url = urls[side] ?? (Object.values(urls).some(Boolean) ? undefined : env.DATABASE_URL)
  if (url !== undefined) return url
  const name = `${side.toUpperCase()}_DATABASE_URL`
  throw new Error(
    `${name} is needed beside the logins of the other sides. See "Settings" in docs/operate.md.`,
  )
}

/** Returns the address of the owner's login. Throws if there is none. */
export function ownerUrl({ DATABASE_URL }: Addresses): string {
  if (DATABASE_URL !== undefined) return DATABASE_URL
  throw new Error('DATABASE_URL is needed: migrations and operator commands run as the owner of the tables.')
}

/** Returns the API key in the environment of one command (API_KEY). */
export function readApiKey(): string | undefined {
  return process.env.API_KEY || undefined
}

/** Reads the process environment once. Throws an Error that names each missing or invalid variable, never a secret. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  // Blank counts as absent, because a compose file passes unset variables on as blank.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(
    `The environment is not as it must be. ${wrong.join('; ')}. See "Settings" in docs/operate.md.`,
  )
}

/** Returns whether a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

type PublicSettings = Pick<Environment, 'TEST_MODE' | 'WEB_URL'> &
  Partial<Pick<Environment, 'STRIPE_API_BASE'>>

/**
 * Returns whether `http://localhost` may be an account's host or receive events (decisions: addresses): where no real
 * money moves, if the dashboard itself is only reachable from this machine.
 */
export function mayCallLocalhost({ TEST_MODE, WEB_URL, STRIPE_API_BASE }: PublicSettings): boolean {
  return (TEST_MODE || STRIPE_API_BASE !== undefined) && isLoopback(new URL(WEB_URL).hostname)
}

/** Returns whether messages may be shown instead of sent: the pages are reachable from this machine alone. */
export function mayShowMessages(env: PublicSettings & Pick<Environment, 'HOST'>): boolean {
  return mayCallLocalhost(env) && isLoopback(env.HOST)
}
