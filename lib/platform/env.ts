import { z } from 'zod'
import type { Side } from './database-roles'

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
/** Blank counts as absent, because a compose file passes unset variables on as blank. */
const address = z
  .string()
  .optional()
  .transform((value) => value || undefined)
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    /** Login of the owner: migrations, operator commands and, if no side has a login of its own, everything. */
    DATABASE_URL: address,
    /** Logins of the sides (docs/database-roles.md). */
    SERVICE_DATABASE_URL: address,
    DASHBOARD_DATABASE_URL: address,
    BANK_DATABASE_URL: address,
    /**
     * Connections of this process, divided among its logins, besides the reserve for running charges; three processes
     * share the server's limit.
     */
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    API_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
    WEB_URL: url.optional(),
    API_URL: url.optional(),
    NEXTAUTH_SECRET: z.string().min(32),
    ENCRYPTION_KEYS: z.string().min(1),
    /**
     * Time from the signal to end until new connections are refused: readiness returns 503 meanwhile, so that the proxy
     * sends requests elsewhere.
     */
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
    TEST_MODE: flag.default(true),
    /** 1 = anyone may open an account at /sign-up. */
    SIGN_UP: flag.default(true),
    TRUSTED_PROXIES: z.string().default(''),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
    DATA_DIR: z.string().default('.data'),
    /** Lease of a running charge: longer than two processor calls (8 s each) plus a slow commit. */
    CHARGE_LEASE_MS: milliseconds.default(30_000),
    /** Requests per second of one API key, and the size of its burst (decisions: rate limit). */
    RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).optional(),
    RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** Concurrent requests of one API key in a process. */
    CONCURRENCY_PER_KEY: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** 1 = the API stores each key's calls and last use for the developer panel. */
    REQUEST_LOG: flag.default(true),
    DELIVERY_LEASE_MS: milliseconds.default(30_000),
    /** Retention of events, deliveries and attempts: longer than any delivery is retried. */
    EVENT_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
    /** Retention of the log of API requests. */
    REQUEST_LOG_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
    /** The mail server, such as `smtps://user:password@smtp.example.com`. */
    MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of mail, a bare address. */
    MAIL_FROM: z.email().optional(),
    /** The operator's address, for the mail that reports inconsistent books. */
    ALERT_EMAIL: z.email().optional(),
  })
  .refine((env) => !env.MAIL_URL || env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'is needed with MAIL_URL',
  })
  .refine((env) => env.DATABASE_URL || env.SERVICE_DATABASE_URL, {
    path: ['DATABASE_URL'],
    message: 'is needed, or SERVICE_DATABASE_URL, DASHBOARD_DATABASE_URL and BANK_DATABASE_URL in its place',
  })
  .transform((env) => {
    const webUrl = env.WEB_URL ?? `http://localhost:${env.PORT}`
    const apiUrl = env.API_URL ?? `http://localhost:${env.API_PORT}`
    return { ...env, WEB_URL: webUrl, API_URL: apiUrl, BASE_URL: `${apiUrl}/api/v1` }
  })

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

/**
 * Returns the address of a side's login, or the owner's if no side has a login. Throws if another side has one and this
 * side has none: the owner could read across the wall.
 */
export function databaseUrl(env: Addresses, side: Side): string {
  const urls = sideUrls(env)
  const url = urls[side] ?? (Object.values(urls).some(Boolean) ? undefined : env.DATABASE_URL)
  if (url !== undefined) return url
  const name = `${side.toUpperCase()}_DATABASE_URL`
  throw new Error(`${name} is needed beside the logins of the other sides. See "Settings" in the README.`)
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

/** Reads the process environment once. Throws an Error that names each missing or invalid variable, never its value. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const parsed = environmentSchema.safeParse(source)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not as it must be. ${wrong.join('; ')}. See "Settings" in the README.`)
}
