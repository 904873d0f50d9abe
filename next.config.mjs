/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` types and lints the whole house; doing it again here would only slow the build.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    '@node-rs/argon2',
    'pg',
    'pino',
    'undici',
    'pg-boss',
    'nodemailer',
    'pdfmake',
    'fontkit',
    'fflate',
  ],
  devIndicators: false,
  // A page that was left, or fetched ahead of a click, is shown again at once; its data are asked for again beside it.
  experimental: { staleTimes: { dynamic: 30, static: 30 } },
  // What people send holds keys, passwords and account numbers.
  logging: { serverFunctions: false },
}
