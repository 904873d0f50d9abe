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
    'nodemailer',
    'pdfmake',
    'fontkit',
    'fflate',
  ],
  devIndicators: false,
  experimental: {
    // A page that was left, or fetched ahead of a click, is shown again at once; its data are asked for again beside it.
    staleTimes: { dynamic: 30, static: 30 },
    // Each page is loaded at its first visit, not at the start: that saves some 60 MB and costs a visit some 30 ms.
    preloadEntriesOnStart: false,
    // Nobody reads them: the web process maps no stacks, and 94 MB of them took their time in every build.
    turbopackSourceMaps: false,
  },
  // What people send holds keys, passwords and account numbers.
  logging: { serverFunctions: false },
}
