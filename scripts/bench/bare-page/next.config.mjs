import path from 'node:path'

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  // It is built inside .data/bench, with the packages of the house.
  turbopack: { root: path.resolve(import.meta.dirname, '../../..') },
}
