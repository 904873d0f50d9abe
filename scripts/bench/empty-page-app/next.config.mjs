import path from 'node:path'

/** @type {import('next').NextConfig} The build runs in .data/bench/run-…, with the packages of the project. */
export default {
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.resolve(import.meta.dirname, '../../../..') },
}
