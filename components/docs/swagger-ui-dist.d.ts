declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    spec: object
    domNode: HTMLElement
    deepLinking?: boolean
    docExpansion?: 'list' | 'full' | 'none'
    defaultModelsExpandDepth?: number
    defaultModelExpandDepth?: number
    supportedSubmitMethods?: string[]
    validatorUrl?: string | null
    plugins?: object[]
  }
  export default function SwaggerUIBundle(options: Options): unknown
}
