import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    DATABASE_URL: z.string().min(1),
    /** Connections of this process, besides the reserve for charges under way; three processes share what the server allows. */
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    API_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
    WEB_URL: url.optional(),
    API_URL: url.optional(),
    NEXTAUTH_SECRET: z.string().min(32),
    ENCRYPTION_KEYS: z.string().min(1),
    /** From a request to end until no new connection is taken: readiness answers 503 meanwhile, and the proxy goes elsewhere. */
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
    TEST_MODE: flag.default(true),
    /** 1 = anybody may open an account by /sign-up. */
    SIGN_UP: flag.default(true),
    TRUSTED_PROXIES: z.string().default(''),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
    DATA_DIR: z.string().default('.data'),
    /** Lease of a running charge: longer than two processor calls (8 s each) with room for a slow commit. */
    CHARGE_LEASE_MS: milliseconds.default(30_000),
    /** Requests per second of one API key, and how many it may save up (decisions: rate limit). */
    RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).optional(),
    RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** Requests of one API key that a process has under way at once. */
    CONCURRENCY_PER_KEY: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** 1 = the API keeps each key's calls and last use for the developer panel. */
    REQUEST_LOG: flag.default(true),
    DELIVERY_LEASE_MS: milliseconds.default(30_000),
    /** Events, deliveries and attempts are kept this long: longer than any delivery is retried. */
    EVENT_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
    /** The log of API requests. */
    REQUEST_LOG_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
    /** The mail server, such as `smtps://user:password@smtp.example.com`. */
    MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of mail, an address alone. */
    MAIL_FROM: z.email().optional(),
    /** The operator's address, for the mail that reports books which do not add up. */
    ALERT_EMAIL: z.email().optional(),
  })
  .refine((env) => !env.MAIL_URL || env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'is needed with MAIL_URL',
  })
  .transform((env) => {
    const webUrl = env.WEB_URL ?? `http://localhost:${env.PORT}`
    const apiUrl = env.API_URL ?? `http://localhost:${env.API_PORT}`
    return { ...env, WEB_URL: webUrl, API_URL: apiUrl, BASE_URL: `${apiUrl}/api/v1` }
  })

export type Environment = z.infer<typeof environmentSchema>

/** The API key that the caller of one command put into its environment, as API_KEY. */
export function readApiKey(): string | undefined {
  return process.env.API_KEY || undefined
}

/**
 * Reads the process environment once. Throws an Error whose message names each variable that is missing or
 * wrong, never its value.
 */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const parsed = environmentSchema.safeParse(source)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not as it must be. ${wrong.join('; ')}. See "Settings" in the README.`)
}
