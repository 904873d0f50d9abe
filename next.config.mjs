/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` types and lints the whole house; doing it again here would only slow the build.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pino', 'undici', 'pg-boss'],
  devIndicators: false,
  // What people send holds keys, passwords and account numbers.
  logging: { serverFunctions: false },
}
