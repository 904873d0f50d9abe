/** Property of the window that every executed payload sets. */
export const MARK = '__xss'
const RUN = `window.${MARK}=1`

/** Ends of the contexts in which a payload may be placed. */
const EXITS = ['', '">', "'>", '</script>', '</title>', '</textarea>', '-->', '`;'] as const
const BODIES = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `javascript:${RUN}`,
  `<iframe srcdoc="<script>parent.${MARK}=1</script>">`,
  `<details open ontoggle=${RUN}>`,
  `<a href="javascript:${RUN}">x</a>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `<input autofocus onfocus=${RUN}>`,
  `" onmouseover="${RUN}`,
  `' autofocus onfocus='${RUN}`,
  `<body onload=${RUN}>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<SCRIPT/x>${RUN}</SCRIPT>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `[x](javascript:${RUN})`,
  `data:text/html,<script>${RUN}</script>`,
  `\u2028${RUN}//`,
  `<math><mi xlink:href="javascript:${RUN}">x`,
  `<style>*{background:url(javascript:${RUN})}</style>`,
  `<object data="javascript:${RUN}">`,
  `<template><script>${RUN}</script></template>`,
  `=HYPERLINK("javascript:${RUN}")`,
] as const

const all = EXITS.flatMap((exit) => BODIES.map((body) => exit + body))

/**
 * Returns payloads that would set `MARK`: 200 with SCRIPT_PAYLOADS=all, otherwise 20 with different bodies and every
 * exit.
 */
export function scriptPayloads(): readonly string[] {
  if (process.env.SCRIPT_PAYLOADS === 'all') return all
  return BODIES.slice(0, 20).map((body, index) => (EXITS[index % EXITS.length] ?? '') + body)
}
