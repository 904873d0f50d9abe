import * as fs from 'node:fs'
import path from 'node:path'

const isBuiltBefore = fs.existsSync(path.join(import.meta.dirname, '.next/BUILD_ID'))

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` checks types and lints the whole project; a second check would only slow the build down.
  typescript: { ignoreBuildErrors: true },
  // Packages that need their own files, and large ones without React, which the build would bundle and minify once per
  // route (zod and the countries' phone formats).
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-pg',
    'libphonenumber-js',
    'pg',
    'pino',
    'prom-client',
    'undici',
    'nodemailer',
    'pdfmake',
    'fontkit',
    'fflate',
    'zod',
  ],
  devIndicators: false,
  experimental: {
    // Next buffers bodies up to here, and for pages before any check: the web server refuses longer ones (WEB_BOUNDS).
    proxyClientMaxBodySize: 1_114_112,
    // A visited or prefetched page is shown again at once, while its data are refetched.
    staleTimes: { dynamic: 30, static: 30 },
    // Each page is loaded at its first visit instead of at the start, which saves some 60 MB and costs a visit some 30
    // ms.
    preloadEntriesOnStart: false,
    // Unused: the web process maps no stack traces, and 94 MB of maps would take time in every build.
    turbopackSourceMaps: false,
    // Most clones are built once: the first build writes no cache (15 of 56 s, 168 of 217 MB), the later ones read it.
    turbopackFileSystemCacheForBuild: isBuiltBefore,
  },
  // Inputs of server functions contain keys, passwords and account numbers.
  logging: { serverFunctions: false },
}
