import path from 'node:path'

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  // The build runs inside .data/bench, with the packages of the project.
  turbopack: { root: path.resolve(import.meta.dirname, '../../..') },
}
