import path from 'node:path'

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['pg'],
  // The build runs inside .data/bench, with the packages of the project.
  turbopack: { root: path.resolve(import.meta.dirname, '../../..') },
}
